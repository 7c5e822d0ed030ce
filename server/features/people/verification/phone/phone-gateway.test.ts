import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MINUTE } from '../../../../kit/clock.ts'
import { StandingClock } from '../../../../testing/standing-clock.ts'
import { AppError } from '../../../../kit/app-error.ts'
import { openPhoneGateway } from './open-phone-gateway.ts'
import type { PhoneGateway } from './phone-gateway.ts'
import { readPhone } from './read-phone.ts'
import { openSmsRuSimulator, type SmsRuSimulator } from './sms-ru.simulator.ts'
import { openSmscSimulator, type SmscSimulator } from './smsc.simulator.ts'

const PHONE = '79255070602'
const IP = '203.0.113.7'
let clock: StandingClock
let smsRu: SmsRuSimulator
let smsc: SmscSimulator

const open = (
  gateway: 'smsru' | 'smsc',
  more: { apiId?: string; password?: string; url?: string } = {},
): PhoneGateway => {
  const opened = openPhoneGateway({
    gateway,
    prefixes: ['79'],
    smsRu: { url: more.url ?? smsRu.url, apiId: more.apiId ?? 'api-id' },
    smsc: { url: more.url ?? smsc.url, login: 'echolot', password: more.password ?? 'psw' },
  })
  if (!opened) throw new Error('no gateway')
  return opened
}

beforeEach(async () => {
  clock = new StandingClock()
  smsRu = await openSmsRuSimulator({ apiId: 'api-id', clock })
  smsc = await openSmscSimulator({ login: 'echolot', password: 'psw', clock })
})
afterEach(() => Promise.all([smsRu.close(), smsc.close()]))

it('there is none until it is set up', () => {
  expect(
    openPhoneGateway({
      gateway: '',
      prefixes: ['79'],
      smsRu: { url: '', apiId: '' },
      smsc: { url: '', login: '', password: '' },
    }),
  ).toBeNull()
})

describe('SMS.RU', () => {
  it('calls, is sent who asked, and gives the code', async () => {
    const outcome = await open('smsru').call(PHONE, IP)
    expect(smsRu.calls).toMatchObject([{ phone: PHONE, ip: IP }])
    expect(outcome).toEqual({ kind: 'rings', code: smsRu.calls[0]?.code })
  })

  it.each([
    [42, '0042'],
    ['0042', '0042'],
    ['1435', '1435'],
    [7, '0007'],
  ])('reads its code %j as %s', async (sent, code) => {
    smsRu.nextCode = sent
    expect(await open('smsru').call(PHONE, IP)).toEqual({ kind: 'rings', code })
  })

  it.each(['', 'abc', '12345', 123_456, -1, 1.5])('takes no %j for a code', async (sent) => {
    smsRu.nextCode = sent
    expect(await open('smsru').call(PHONE, IP)).toEqual({ kind: 'failed', mayRing: true, why: 'SMS.RU gave no code' })
  })

  it('tells a wrong number from everything else', async () => {
    expect(await open('smsru').call('74951234567', IP)).toEqual({ kind: 'wrong-number' })
    expect(await open('smsru', { apiId: 'other' }).call(PHONE, IP)).toEqual({
      kind: 'failed',
      mayRing: false,
      why: 'SMS.RU status 200',
    })
    smsRu.error = 220
    expect(await open('smsru').call(PHONE, IP)).toEqual({ kind: 'failed', mayRing: false, why: 'SMS.RU status 220' })
    smsRu.error = null
    smsRu.balance = 0.1
    expect(await open('smsru').call(PHONE, IP)).toEqual({ kind: 'failed', mayRing: false, why: 'SMS.RU status 201' })
    expect(smsRu.calls).toEqual([])
  })

  it('has a limit of its own for a number', async () => {
    for (let round = 0; round < 10; round += 1) await open('smsru').call(PHONE, IP)
    expect(await open('smsru').call(PHONE, IP)).toEqual({ kind: 'failed', mayRing: false, why: 'SMS.RU status 230' })
  })
})

describe('SMSC', () => {
  it('calls, and its last four digits are the code', async () => {
    smsc.nextCode = '004837'
    expect(await open('smsc').call(PHONE, IP)).toEqual({ kind: 'rings', code: '4837' })
    expect(smsc.calls).toMatchObject([{ phone: PHONE, code: '4837' }])
  })

  it.each([
    [4837, '4837'],
    [37, '0037'],
    ['123456', '3456'],
    ['4837', '4837'],
  ])('reads its code %j as %s', async (sent, code) => {
    smsc.nextCode = sent
    expect(await open('smsc').call(PHONE, IP)).toEqual({ kind: 'rings', code })
  })

  it('tells a wrong number from everything else', async () => {
    expect(await open('smsc').call('74951234567', IP)).toEqual({ kind: 'wrong-number' })
    expect(await open('smsc', { password: 'other' }).call(PHONE, IP)).toEqual({
      kind: 'failed',
      mayRing: false,
      why: 'SMSC error 2',
    })
    for (const error of [3, 4, 8] as const) {
      smsc.error = error
      expect(await open('smsc').call(PHONE, IP)).toEqual({
        kind: 'failed',
        mayRing: false,
        why: `SMSC error ${error}`,
      })
    }
  })

  it('calls a number once a minute', async () => {
    await open('smsc').call(PHONE, IP)
    expect(await open('smsc').call(PHONE, IP)).toEqual({ kind: 'failed', mayRing: false, why: 'SMSC error 9' })
    clock.advance(MINUTE)
    expect(await open('smsc').call(PHONE, IP)).toMatchObject({ kind: 'rings' })
  })
})

describe.each(['smsru', 'smsc'] as const)('%s, when it breaks', (name) => {
  const simulator = () => (name === 'smsru' ? smsRu : smsc)

  it.each(['break', 'mumble', 'http-500'] as const)(
    '%s: nobody knows whether it rings, and no digit of the code is shown',
    async (outage) => {
      simulator().outage = outage
      simulator().nextCode = '9731'
      const outcome = await open(name).call(PHONE, IP)
      expect(outcome).toMatchObject({ kind: 'failed', mayRing: true })
      expect(JSON.stringify(outcome)).not.toMatch(/9731|9255070602|api-id|psw/)
      expect(simulator().calls).toHaveLength(1)
    },
  )

  it('hangs: it is not waited for longer than it is worth', async () => {
    simulator().outage = 'hang'
    const over = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(over.signal)
    const outcome = open(name).call(PHONE, IP)
    // Its time is over only when it has the request: before that nothing would ring.
    await expect.poll(() => simulator().calls.length).toBe(1)
    expect(timeout).toHaveBeenCalledWith(15_000)
    timeout.mockRestore()
    over.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
    expect(await outcome).toEqual({ kind: 'failed', mayRing: true, why: 'no answer: TimeoutError' })
    expect(simulator().calls).toHaveLength(1)
  })

  it('is not there: it rings for certain nowhere', async () => {
    const { url } = simulator()
    await simulator().close()
    expect(await open(name, { url }).call(PHONE, IP)).toEqual({
      kind: 'failed',
      mayRing: false,
      why: 'no answer: TypeError ECONNREFUSED',
    })
  })
})

describe('a number as it is typed', () => {
  it.each(['8 925 507-06-02', '79255070602', '+7 (925) 507-06-02', ' 9255070602 '])('%s is read', (typed) => {
    expect(readPhone(typed, ['79'])).toBe(PHONE)
  })

  const refusalOf = (typed: string, prefixes = ['79']): string => {
    try {
      return readPhone(typed, prefixes)
    } catch (error) {
      if (error instanceof AppError) return error.code
      throw error
    }
  }
  it.each([
    '+7 495 123-45-67',
    '123',
    '<b>',
    '+49 1512 3456789',
    '+7 701 123 4567',
    '+79255070602;ext=1',
    'звоните +79255070602',
    '8 800 555-35-35',
    '+79',
  ])('%s is none that we call', (typed) => {
    expect(refusalOf(typed)).toBe('PHONE_INVALID')
  })

  it('may be one that the operator of the service allows', () => {
    expect(refusalOf('+375 29 123-45-67', ['79', '375'])).toBe('375291234567')
    expect(refusalOf('   ')).toBe('PHONE_REQUIRED')
  })
})

import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sessionCookieName } from '../../../gate/cookies.ts'
import { StandingClock } from '../../../testing/standing-clock.ts'
import { codeOf } from '../../../testing/read-answer.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, type TestWorld } from '../../../testing/test-world.ts'
import { DAY, MINUTE, SECOND } from '../../../kit/clock.ts'
import { openYandexCaptchaSimulator, type YandexCaptchaSimulator } from '../accounts/yandex-captcha.simulator.ts'
import { openSmsRuSimulator, type SmsRuSimulator } from './phone/sms-ru.simulator.ts'
import { openSmscSimulator, type SmscSimulator } from './phone/smsc.simulator.ts'

const API_ID = 'a-key-of-sms-ru'
const gatewayClock = new StandingClock()
const logged: string[] = []
let smsRu: SmsRuSimulator
let smsc: SmscSimulator
let captchas: YandexCaptchaSimulator
let world: TestWorld

const phoneConfig = (gateway: '' | 'smsru' | 'smsc') => ({
  gateway,
  prefixes: ['79'],
  smsRu: { url: smsRu.url, apiId: API_ID },
  smsc: { url: smsc.url, login: 'echolot', password: 'a-password-of-smsc' },
})

beforeAll(async () => {
  smsRu = await openSmsRuSimulator({ apiId: API_ID, clock: gatewayClock })
  smsc = await openSmscSimulator({ login: 'echolot', password: 'a-password-of-smsc', clock: gatewayClock })
  captchas = await openYandexCaptchaSimulator({ now: () => world.clock.now() }, 'secret')
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) })
  world = await openTestWorld({
    config: { phone: phoneConfig('smsru'), yandexCaptcha: { url: captchas.url, sitekey: 'site', secret: 'secret' } },
    log,
  })
})
afterAll(async () => {
  await world.close()
  await smsRu.close()
  await smsc.close()
  await captchas.close()
})
afterEach(() => {
  smsRu.outage = null
  smsRu.error = null
  smsRu.nextCode = null
})

let people = 0
/** Someone whom no limit knows yet. */
function somebody(): Promise<TestUser> {
  people += 1
  return world.customer(`somebody${people}`)
}
/** A number that no one has been called at. */
function freshPhone(): string {
  people += 1
  return `7925${String(5_070_000 + people)}`
}
/** As anyone who has been called today asks. */
const again = (phone: string) => ({ phone, captcha: captchas.solve() })
const wrong = (pin: string): string => String((Number(pin) + 1) % 10_000).padStart(4, '0')
const me = async (person: TestUser) => {
  const { user } = await person.asks('accounts', 'getMe', {})
  if (!user) throw new Error('nobody is signed in')
  return user
}
const lastAudit = (userId: number) =>
  world.db
    .selectFrom('auditLog')
    .select(['action', 'actorId', 'ip', 'details'])
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

describe('a phone', () => {
  it('rings, and the last digits of who calls confirm it; all browsers of the person hear it', async () => {
    const anna = await somebody()
    const phone = freshPhone()
    const [first, second, stranger] = [
      await anna.connects(),
      await world.connect(await anna.signIn()),
      await (await somebody()).connects(),
    ]
    const sent = await anna.asks('verification', 'approveCall', { phone: `+7 (925) ${phone.slice(4)}` })
    const now = world.clock.now().getTime()
    expect(sent).toEqual({
      target: phone,
      resendAt: new Date(now + 120 * SECOND).toISOString(),
      expiresAt: new Date(now + 10 * MINUTE).toISOString(),
    })
    const call = smsRu.calls.at(-1)
    expect(call).toMatchObject({ phone, ip: anna.ip })
    const code = call?.code ?? ''
    expect(await anna.asks('verification', 'getVerification', {})).toEqual({ email: null, phone: sent, notices: null })
    expect(await anna.asks('verification', 'verifyPhone', { pin: wrong(code) })).toEqual({ flag: 2 })
    expect(await me(anna)).toMatchObject({ phone: null, phoneApprove: false })
    expect(await second.asks('verification', 'verifyPhone', { pin: code })).toEqual({ flag: 1 })
    for (const browser of [first, second])
      await expect.poll(() => browser.heard['approve-phone-by-sms']).toEqual([{ flag: 2 }, { flag: 1 }])
    expect(stranger.heard['approve-phone-by-sms']).toEqual([])
    expect(first.heard['approve-email']).toEqual([])
    expect(await me(anna)).toMatchObject({ phone, phoneApprove: true })
    expect(await lastAudit(anna.userId)).toMatchObject({
      action: 'phone-changed',
      actorId: anna.userId,
      ip: '127.0.0.1',
      details: { phone },
    })
  })

  it('is taken away again, and so is a call that is on its way', async () => {
    const anna = await somebody()
    await anna.asks('verification', 'approveCall', { phone: freshPhone() })
    await anna.asks('verification', 'verifyPhone', { pin: smsRu.calls.at(-1)?.code ?? '' })
    world.clock.advance(2 * MINUTE)
    await anna.asks('verification', 'approveCall', again(freshPhone()))
    await anna.asks('verification', 'removePhone', {})
    expect(await me(anna)).toMatchObject({ phone: null, phoneApprove: false })
    expect(await anna.asks('verification', 'verifyPhone', { pin: smsRu.calls.at(-1)?.code ?? '' })).toEqual({ flag: 3 })
    expect(await me(anna)).toMatchObject({ phone: null })
    await anna.asks('verification', 'removePhone', {})
    const actions = await world.db
      .selectFrom('auditLog')
      .select('id')
      .where('userId', '=', anna.userId)
      .where('action', '=', 'phone-changed')
      .execute()
    expect(actions).toHaveLength(2)
  })

  it('is closed for entry at the fifth wrong code', async () => {
    const anna = await somebody()
    const phone = freshPhone()
    await anna.asks('verification', 'approveCall', { phone })
    const code = smsRu.calls.at(-1)?.code ?? ''
    const flags = []
    for (let round = 0; round < 5; round += 1)
      flags.push((await anna.asks('verification', 'verifyPhone', { pin: wrong(code) })).flag)
    expect(flags).toEqual([2, 2, 2, 2, 3])
    expect(await anna.asks('verification', 'verifyPhone', { pin: code })).toEqual({ flag: 3 })
    expect(await me(anna)).toMatchObject({ phone: null })
  })

  it('rings again after two minutes, five times a day, whoever asks', async () => {
    const anna = await somebody()
    const phone = freshPhone()
    const rang = () => smsRu.calls.filter((call) => call.phone === phone).length
    await anna.asks('verification', 'approveCall', { phone })
    world.clock.advance(119 * SECOND)
    expect(await world.ask('verification', 'approveCall', { phone }, anna)).toMatchObject({
      code: 'CODE_TOO_SOON',
      details: { retryAfter: 1 },
    })
    expect(await anna.isRefused('verification', 'approveCall', { phone: freshPhone() })).toBe('CODE_TOO_SOON')
    expect(await (await somebody()).isRefused('verification', 'approveCall', { phone })).toBe('CODE_TOO_SOON')
    world.clock.advance(SECOND)
    for (let round = 0; round < 4; round += 1) {
      await (await somebody()).asks('verification', 'approveCall', { phone })
      world.clock.advance(2 * MINUTE)
    }
    expect(await anna.isRefused('verification', 'approveCall', again(phone))).toBe('CODE_LIMIT_REACHED')
    expect(rang()).toBe(5)
  })

  it('rings a third time within a day only after a captcha, for the person and for the address', async () => {
    const [anna, neighbour] = [await somebody(), await somebody()]
    const phone = freshPhone()
    const rang = () => smsRu.calls.length
    for (let round = 0; round < 2; round += 1) {
      await anna.asks('verification', 'approveCall', { phone })
      world.clock.advance(2 * MINUTE)
    }
    const before = rang()
    expect(await world.ask('verification', 'approveCall', { phone }, anna)).toMatchObject({
      code: 'CAPTCHA_REQUIRED',
      message: 'Поставьте галочку «Я не робот», чтобы продолжить',
    })
    // From another address they are the same person, and anyone who else is at this address has to show it too.
    expect(codeOf(await world.ask('verification', 'approveCall', { phone }, { ...anna, ip: '10.77.0.1' }))).toBe(
      'CAPTCHA_REQUIRED',
    )
    expect(
      codeOf(await world.ask('verification', 'approveCall', { phone: freshPhone() }, { ...neighbour, ip: anna.ip })),
    ).toBe('CAPTCHA_REQUIRED')
    for (const captcha of ['', 'made-up'])
      expect(await anna.isRefused('verification', 'approveCall', { phone, captcha })).toBe('CAPTCHA_REQUIRED')
    expect(rang()).toBe(before)
    const solved = again(phone)
    await anna.asks('verification', 'approveCall', solved)
    expect(rang()).toBe(before + 1)
    world.clock.advance(2 * MINUTE)
    expect(await anna.isRefused('verification', 'approveCall', solved)).toBe('CAPTCHA_REQUIRED')
    // Someone else at another address is asked for none, and tomorrow no one is.
    await neighbour.asks('verification', 'approveCall', { phone: freshPhone() })
    world.clock.advance(DAY)
    await anna.asks('verification', 'approveCall', { phone })
  })

  it('rings without a captcha for two of many who come from an address at once', async () => {
    const many = await Promise.all(Array.from({ length: 6 }, somebody))
    const codes = await Promise.all(
      many.map(async ({ token }) =>
        codeOf(await world.ask('verification', 'approveCall', { phone: freshPhone() }, { token, ip: '10.78.0.1' })),
      ),
    )
    expect(codes.toSorted()).toEqual([...Array<string>(4).fill('CAPTCHA_REQUIRED'), 'ok', 'ok'])
  })

  it('is not called by one person, or from one address, without end: ten and twenty times a day, captcha or not', async () => {
    const anna = await somebody()
    for (let round = 0; round < 10; round += 1) {
      await anna.asks('verification', 'approveCall', again(freshPhone()))
      world.clock.advance(2 * MINUTE)
    }
    expect(await anna.isRefused('verification', 'approveCall', again(freshPhone()))).toBe('CODE_LIMIT_REACHED')
    const from = { ip: '10.79.0.1' }
    for (let round = 0; round < 20; round += 1) {
      expect(
        codeOf(
          await world.ask('verification', 'approveCall', again(freshPhone()), {
            ...from,
            token: (await somebody()).token,
          }),
        ),
      ).toBe('ok')
    }
    expect(
      codeOf(
        await world.ask('verification', 'approveCall', again(freshPhone()), {
          ...from,
          token: (await somebody()).token,
        }),
      ),
    ).toBe('CODE_LIMIT_REACHED')
  })

  it('rings once when two ask at once', async () => {
    const anna = await somebody()
    const phone = freshPhone()
    const codes = await Promise.all([1, 2, 3, 4].map(() => anna.isRefused('verification', 'approveCall', { phone })))
    expect(codes.toSorted()).toEqual(['CODE_TOO_SOON', 'CODE_TOO_SOON', 'CODE_TOO_SOON', 'ok'])
    expect(smsRu.calls.filter((call) => call.phone === phone)).toHaveLength(1)
  })

  it('is not called because a page of somebody else sends a browser here', async () => {
    const anna = await somebody()
    const phone = freshPhone()
    const come = (headers: Record<string, string>) =>
      world.web.app.inject({
        url: `/api/user/approve-call?phone=${phone}`,
        headers: { cookie: `${sessionCookieName(world.config)}=${anna.token}`, ...headers },
      })
    const elsewhere: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://example.com' },
      { origin: 'null' },
    ]
    for (const headers of elsewhere) {
      expect((await come(headers)).json()).toMatchObject({ code: 'ORIGIN_NOT_ALLOWED' })
    }
    expect(smsRu.calls.some((call) => call.phone === phone)).toBe(false)
    expect((await come({ 'sec-fetch-site': 'same-origin' })).json()).toMatchObject({
      status: 'ok',
      result: { target: phone },
    })
  })

  it('that the gateway cannot reach costs no wait; the one before it can still be entered', async () => {
    const anna = await somebody()
    await anna.asks('verification', 'approveCall', { phone: freshPhone() })
    const code = smsRu.calls.at(-1)?.code ?? ''
    world.clock.advance(2 * MINUTE)
    const phone = freshPhone()
    for (const error of [200, 201, 220, 230] as const) {
      smsRu.error = error
      expect(await anna.isRefused('verification', 'approveCall', again(phone))).toBe('PHONE_UNREACHABLE')
    }
    smsRu.error = 202
    expect(await anna.isRefused('verification', 'approveCall', again(phone))).toBe('PHONE_INVALID')
    expect(await anna.asks('verification', 'verifyPhone', { pin: code })).toEqual({ flag: 1 })
    smsRu.error = null
    await anna.asks('verification', 'approveCall', again(phone))
  })

  it('that may have rung counts, though nobody knows its code', async () => {
    const anna = await somebody()
    for (const outage of ['http-500', 'break', 'mumble'] as const) {
      smsRu.outage = outage
      expect(await anna.isRefused('verification', 'approveCall', again(freshPhone()))).toBe('PHONE_UNREACHABLE')
      expect(await anna.isRefused('verification', 'approveCall', { phone: freshPhone() })).toBe('CODE_TOO_SOON')
      expect(await anna.asks('verification', 'verifyPhone', { pin: smsRu.calls.at(-1)?.code ?? '' })).toEqual({
        flag: 3,
      })
      world.clock.advance(2 * MINUTE)
    }
  })
})

it('no code and no key is kept or logged in plain', async () => {
  const anna = await somebody()
  logged.length = 0
  smsRu.nextCode = '9731'
  await anna.asks('verification', 'approveCall', { phone: '+7 916 000-00-01' })
  await anna.asks('verification', 'verifyPhone', { pin: '9731' })
  world.clock.advance(2 * MINUTE)
  smsRu.nextCode = '9731'
  smsRu.outage = 'mumble'
  await anna.isRefused('verification', 'approveCall', again('+7 916 000-00-01'))
  const codes = await world.db
    .selectFrom('verificationCodes')
    .selectAll()
    .where('subject', '=', `user ${anna.userId}`)
    .execute()
  const rows = [
    ...codes.map(({ codeHash, ...rest }) => ({ ...rest, hashed: codeHash.length })),
    ...(await world.db.selectFrom('auditLog').selectAll().where('userId', '=', anna.userId).execute()),
    ...(await world.db
      .selectFrom('letters')
      .selectAll()
      .where('recipient', 'in', [anna.email, '79160000001'])
      .execute()),
  ]
  expect(codes).toHaveLength(2)
  for (const kept of [...rows.map((row) => JSON.stringify(row)), ...logged])
    expect(kept).not.toMatch(/\b9731\b|a-key-of-sms-ru/)
  expect(logged.join('')).toContain('the phone gateway made no call')
  expect(logged.join('')).not.toContain('9160000001')
})

describe('in another house', () => {
  it('SMSC calls', async () => {
    const other = await openTestWorld({ config: { phone: phoneConfig('smsc') } })
    try {
      const anna = await other.customer('anna')
      smsc.nextCode = '004837'
      await anna.asks('verification', 'approveCall', { phone: '8 916 000-00-02' })
      expect(smsc.calls.at(-1)).toMatchObject({ phone: '79160000002', code: '4837' })
      expect(await anna.asks('verification', 'verifyPhone', { pin: '4837' })).toEqual({ flag: 1 })
      smsc.error = 7
      // No captcha is wanted then.
      other.clock.advance(DAY)
      expect(await anna.isRefused('verification', 'approveCall', { phone: '8 916 000-00-02' })).toBe('PHONE_INVALID')
      smsc.error = 3
      expect(await anna.isRefused('verification', 'approveCall', { phone: '8 916 000-00-02' })).toBe(
        'PHONE_UNREACHABLE',
      )
    } finally {
      smsc.error = null
      await other.close()
    }
  })

  it('nobody is set up to call: in development the mailbox shows the call', async () => {
    const other = await openTestWorld({ config: { phone: phoneConfig('') } })
    try {
      const anna = await other.customer('anna')
      await anna.asks('verification', 'approveCall', { phone: '8 916 000-00-03' })
      const { code } = await other.letterTo('79160000003')
      expect(code).toMatch(/^\d{4}$/)
      expect(await anna.asks('verification', 'verifyPhone', { pin: code })).toEqual({ flag: 1 })
    } finally {
      await other.close()
    }
  })

  it.each([{ production: true }, { openToOthers: true }])(
    'nobody is set up to call: with %o no number can be confirmed',
    async (where) => {
      const other = await openTestWorld({ config: { phone: phoneConfig(''), ...where } })
      try {
        const anna = await other.customer('anna')
        expect(await anna.isRefused('verification', 'approveCall', { phone: '8 916 000-00-04' })).toBe(
          'PHONE_UNREACHABLE',
        )
        expect(await other.db.selectFrom('letters').select('id').where('channel', '=', 'call').execute()).toEqual([])
        expect(await anna.asks('verification', 'getVerification', {})).toMatchObject({ phone: null })
      } finally {
        await other.close()
      }
    },
  )
})

/** SMSC as its sheet describes it: `send.php` with `mes=code&call=1`, one call a minute to a number, six digits of code. */
import { randomInt } from 'node:crypto'
import { MINUTE, type Clock } from '../../../../kit/clock.ts'
import { openSimulatedServer, type Outage, type PhoneSimulator } from './phone-server.simulator.ts'

const errorTexts = {
  1: 'parameters error',
  2: 'authorise error',
  3: 'no money',
  4: 'ip is blocked',
  7: 'invalid number',
  8: "message can't be delivered",
  9: 'duplicate request, wait a minute',
}
type ErrorNumber = keyof typeof errorTexts

export interface SmscSimulator extends PhoneSimulator {
  outage: Outage
  /** Answers everything with this error. */
  error: ErrorNumber | null
  /** The next code, as it goes into JSON: a number loses its leading zeros. */
  nextCode: string | number | null
}

export async function openSmscSimulator({
  login,
  password,
  clock,
}: {
  login: string
  password: string
  clock: Clock
}): Promise<SmscSimulator> {
  const calls: (PhoneSimulator['calls'][number] & { at: number })[] = []
  const error = (number: ErrorNumber) => ({ error: errorTexts[number], error_code: number })
  const server = await openSimulatedServer(
    '/sys/send.php',
    () => simulator.outage,
    (given) => {
      const phone = given.get('phones') ?? ''
      const now = clock.now().getTime()
      if (given.get('login') !== login || given.get('psw') !== password) return error(2)
      if (simulator.error !== null) return error(simulator.error)
      if (given.get('mes') !== 'code' || given.get('call') !== '1' || given.get('fmt') !== '3') return error(1)
      if (!/^79\d{9}$/.test(phone)) return error(7)
      if (calls.some((call) => call.phone === phone && call.at > now - MINUTE)) return error(9)
      const code = simulator.nextCode ?? randomInt(1_000_000).toString().padStart(6, '0')
      simulator.nextCode = null
      calls.push({ phone, ip: '', code: String(code).padStart(6, '0').slice(-4), at: now })
      return { id: calls.length, cnt: 1, code }
    },
  )
  const simulator: SmscSimulator = { ...server, calls, outage: null, error: null, nextCode: null }
  return simulator
}

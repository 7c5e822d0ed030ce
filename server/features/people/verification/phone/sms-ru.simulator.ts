/** SMS.RU as its sheet describes it: `/code/call` with its key, its limits a number and its money. */
import { randomInt } from 'node:crypto'
import { DAY, type Clock } from '../../../../kit/clock.ts'
import { openSimulatedServer, type Outage, type PhoneSimulator } from './phone-server.simulator.ts'

const CALL_COST = 0.4
const CALLS_A_DAY = 10

const statusTexts = {
  200: 'Неправильный api_id',
  201: 'Не хватает средств на лицевом счету',
  202: 'Неправильно указан номер телефона получателя, либо на него нет маршрута',
  220: 'Сервис временно недоступен, попробуйте чуть позже',
  230: 'Превышен общий лимит количества сообщений на этот номер в день',
}
type StatusCode = keyof typeof statusTexts

export interface SmsRuSimulator extends PhoneSimulator {
  outage: Outage
  /** Answers everything with this status. */
  error: StatusCode | null
  balance: number
  /** The next code, as it goes into JSON: a number loses its leading zeros. */
  nextCode: string | number | null
}

export async function openSmsRuSimulator({ apiId, clock }: { apiId: string; clock: Clock }): Promise<SmsRuSimulator> {
  const calls: (PhoneSimulator['calls'][number] & { at: number })[] = []
  const error = (status: StatusCode) => ({ status: 'ERROR', status_code: status, status_text: statusTexts[status] })
  const server = await openSimulatedServer(
    '/code/call',
    () => simulator.outage,
    (given) => {
      const phone = given.get('phone') ?? ''
      const now = clock.now().getTime()
      if (given.get('api_id') !== apiId) return error(200)
      if (simulator.error !== null) return error(simulator.error)
      if (!/^79\d{9}$/.test(phone)) return error(202)
      if (simulator.balance < CALL_COST) return error(201)
      if (calls.filter((call) => call.phone === phone && call.at > now - DAY).length >= CALLS_A_DAY) return error(230)
      const code = simulator.nextCode ?? randomInt(10_000).toString().padStart(4, '0')
      simulator.nextCode = null
      simulator.balance -= CALL_COST
      calls.push({ phone, ip: given.get('ip') ?? '-1', code: String(code).padStart(4, '0'), at: now })
      return {
        status: 'OK',
        code,
        call_id: `000000-${10_000_000 + calls.length}`,
        cost: CALL_COST,
        balance: simulator.balance,
      }
    },
  )
  const simulator: SmsRuSimulator = { ...server, calls, outage: null, error: null, balance: 4122.56, nextCode: null }
  return simulator
}

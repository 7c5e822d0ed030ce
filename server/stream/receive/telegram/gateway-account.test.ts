import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HOUR } from '../../../kit/clock.ts'
import { sleepingTime } from '../../../testing/sleeping-time.ts'
import type { NetworkAdapter } from '../shared/adapter.ts'
import { NetworkError } from '../shared/network-error.ts'
import { openForgetfulPool } from '../shared/token-pool.samples.ts'
import { createSimulatedGateway } from './gateway.simulator.ts'
import type { TelegramGateway } from './gateway.ts'
import { startTelegramSimulator, type TelegramSimulator } from './telegram.simulator.ts'
import { telegramAdapter } from './telegram.ts'

const time = sleepingTime()
const never = new AbortController().signal
let telegram: TelegramSimulator

beforeEach(async () => {
  time.at = Date.parse('2026-11-20T12:00:00Z')
  telegram = await startTelegramSimulator({ now: time.now })
  telegram.group('moms_chat')
})
afterEach(() => telegram.close())

async function openWith(changes: Partial<TelegramGateway>): Promise<NetworkAdapter> {
  const preview = await openForgetfulPool({ network: 'telegram', limits: { perSecond: 1 }, time })
  const gateway = { ...createSimulatedGateway(telegram, time.now), ...changes }
  return telegramAdapter({ time, preview, previewUrl: telegram.url, gateway })
}
const read = (adapter: NetworkAdapter, externalId: string, cursor: unknown = null) =>
  adapter.groups!.read({ externalId, link: '' }, cursor, new Date(time.at - HOUR), never)

describe('an account that is refused', () => {
  it.each([
    [new NetworkError('rate-limited', 'mtproto: FLOOD_WAIT', { retryAfter: 7_000_000 }), 7_000_000],
    [new NetworkError('quota-exceeded', 'mtproto: used up', { until: new Date('2026-11-20T14:00:00Z') }), 7_200_000],
    [new NetworkError('auth-dead', 'mtproto: SESSION_REVOKED'), 3_600_000],
  ])('puts off the group it should read, and previews are read on: %s', async (refusal, retryAfter) => {
    telegram.channel('news')
    telegram.post('news', 'Пост')
    const refuse = () => Promise.reject(refusal)
    const adapter = await openWith({ resolve: refuse, history: refuse, search: refuse })
    const error: unknown = await read(adapter, 'moms_chat').catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ name: 'NetworkError', kind: 'temporary', message: refusal.message })
    // Pages are read a second apart, and time passes meanwhile.
    const waits = (error as NetworkError).retryAfter ?? 0
    expect(waits).toBeLessThanOrEqual(retryAfter)
    expect(waits).toBeGreaterThan(retryAfter - 60_000)
    expect((await read(adapter, 'news')).messages).toHaveLength(1)
    // A search has no other way: it rests as a whole.
    await expect(adapter.search?.read(['няня'], null, new Date(0), never)).rejects.toBe(refusal)
  })
})

describe('the handle of a group', () => {
  it('comes back to the gateway with the cursor', async () => {
    const recalled: string[] = []
    const adapter = await openWith({
      handleOf: (name) => `handle of ${name}`,
      recall: (name, handle) => void recalled.push(`${name}: ${handle}`),
    })
    const { cursor } = await read(adapter, 'moms_chat')
    expect(recalled).toEqual([])
    const later = await read(adapter, 'moms_chat', JSON.parse(JSON.stringify(cursor)))
    expect(recalled).toEqual(['moms_chat: handle of moms_chat'])
    expect(later.cursor).toMatchObject({ by: 'gateway', handle: 'handle of moms_chat' })
  })
})

it('the picture of a group is that of its card where the account has none', async () => {
  const adapter = await openWith({})
  telegram.find('moms_chat').avatar = 'https://cdn4.telesco.pe/file/moms.jpg'
  const gateway = createSimulatedGateway(telegram, time.now)
  const bare = await openWith({
    resolve: async (name, signal) => ({ ...(await gateway.resolve(name, signal)), avatar: null }),
  })
  expect((await bare.resolve('moms_chat', never)).avatar).toBe('https://cdn4.telesco.pe/file/moms.jpg')
  expect((await adapter.resolve('moms_chat', never)).avatar).toBe('https://cdn4.telesco.pe/file/moms.jpg')
})

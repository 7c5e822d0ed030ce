/** What the tests of VK have in common: the simulator with its adapter, and a clock for what happens side by side. */
import { DAY, HOUR } from '../../../kit/clock.ts'
import { readAll } from '../shared/read-all.samples.ts'
import type { GroupTarget, Time } from '../shared/adapter.ts'
import type { RawMessage } from '../shared/source.ts'
import { openForgetfulPool } from '../shared/token-pool.samples.ts'
import type { TokenLimits } from '../shared/token-pool.ts'
import { vkLimits } from './ask-vk.ts'
import { startVkSimulator, type VkSimulatorOptions } from './vk.simulator.ts'
import { vkAdapter } from './vk.ts'

export const START = Date.UTC(2026, 10, 20, 12)

/** Passes a step at a time, to when the next sleeper wakes: for what happens side by side. */
export function steppedTime(): Time & { sleepers(): number; step(): void } {
  let at = START
  const sleeping: { until: number; wake: () => void }[] = []
  return {
    now: () => new Date(at),
    sleep: (milliseconds) =>
      new Promise((wake) => {
        sleeping.push({ until: at + milliseconds, wake })
      }),
    sleepers: () => sleeping.length,
    step() {
      const [next] = sleeping.sort((a, b) => a.until - b.until).splice(0, 1)
      if (!next) return
      at = Math.max(at, next.until)
      next.wake()
    },
  }
}

export const never = new AbortController().signal
export const since = new Date(START - 14 * DAY)

interface TownOptions extends Partial<Omit<VkSimulatorOptions, 'now'>> {
  limits?: Partial<TokenLimits>
}

export async function vkTown<Clock extends Time>(time: Clock, { limits, ...options }: TownOptions = {}) {
  const simulator = await startVkSimulator({ now: () => time.now(), ...options })
  const pool = await openForgetfulPool({
    network: 'vk',
    tokens: [...simulator.tokens.keys()],
    limits: { ...vkLimits, ...limits },
    time,
  })
  const userTokens = [...simulator.tokens].flatMap(([token, kind]) => (kind === 'user' ? [token] : []))
  const adapter = vkAdapter({
    pool,
    time,
    baseUrl: simulator.url,
    userTokens,
    // Time may fly, and sockets do not: a busy machine must not meet it.
    streaming: { scheme: 'http', openWithin: HOUR },
  })
  return {
    time,
    simulator,
    world: simulator.world,
    pool,
    adapter,
    /** As VK counts time. */
    seconds: (before = 0): number => Math.floor((time.now().getTime() - before) / 1000),
    readWall: (ownerId = -1, cursor: unknown = null) =>
      readAll((at) => adapter.groups!.read(wallOf(ownerId), at, since, never), cursor),
    search: (words: string[], cursor: unknown = null) =>
      readAll((at) => adapter.search!.read(words, at, since, never), cursor),
  }
}

export const wallOf = (ownerId: number): GroupTarget => ({
  externalId: String(ownerId),
  link: `https://vk.com/club${-ownerId}`,
})

export const idsOf = (messages: RawMessage[]): string[] => messages.map(({ externalId }) => externalId).toSorted()

/** What the tests of VK have in common: the simulator, a clock that runs as one sleeps, and readings to their end. */
import { setTimeout as wait } from 'node:timers/promises'
import type { GroupTarget, Reading, Time } from '../adapter.ts'
import type { RawMessage } from '../source.ts'
import { openTokenPool, type TokenLimits, type TokenUses } from '../token-pool.ts'
import { vkLimits } from './ask-vk.ts'
import { startVkSimulator, type VkSimulatorOptions } from './vk.simulator.ts'
import { vkAdapter } from './vk.ts'

export const START = Date.UTC(2026, 10, 20, 12)
export const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** Passes only while somebody sleeps. */
export function sleepingTime(): Time & { pass(milliseconds: number): void } {
  let at = START
  return {
    now: () => new Date(at),
    pass(milliseconds) {
      at += milliseconds
    },
    async sleep(milliseconds) {
      at += milliseconds
    },
  }
}

/** Passes a step at a time, to when the next sleeper wakes: for what happens side by side. */
export function steppedTime(): Time & { sleepers(): number; step(): void } {
  let at = START
  const sleeping: { until: number; wake: () => void }[] = []
  return {
    now: () => new Date(at),
    sleep: (milliseconds) => new Promise((wake) => {
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

/** Runs so many times faster than the real one, for what happens on a connection. */
export function fasterTime(times: number): Time {
  const began = performance.now()
  return {
    now: () => new Date(START + (performance.now() - began) * times),
    async sleep(milliseconds, signal) {
      await wait(milliseconds / times, undefined, { signal }).catch(() => {})
    },
  }
}

function keptUses(): TokenUses {
  const kept = new Map<string, { token: string; method: string; calls: number }[]>()
  return {
    read: async (_, day) => kept.get(day) ?? [],
    async write(_, day, uses) {
      kept.set(day, uses)
    },
  }
}

interface TownOptions extends Partial<Omit<VkSimulatorOptions, 'now'>> {
  limits?: Partial<TokenLimits>
}

export async function vkTown<Clock extends Time>(time: Clock, { limits, ...options }: TownOptions = {}) {
  const simulator = await startVkSimulator({ now: () => time.now(), ...options })
  const pool = await openTokenPool({ network: 'vk', tokens: [...simulator.tokens.keys()], limits: { ...vkLimits, ...limits }, time, uses: keptUses() })
  const adapter = vkAdapter({ pool, time, baseUrl: simulator.url, streaming: { scheme: 'http' } })
  return { time, simulator, world: simulator.world, pool, adapter }
}

/** Reads to the end; cursors go through JSON, as they do in the database. */
export async function readAll(read: (cursor: unknown) => Promise<Reading>, cursor: unknown = null): Promise<{ messages: RawMessage[]; cursor: unknown; steps: number }> {
  const messages: RawMessage[] = []
  let at: unknown = cursor
  for (let steps = 1; ; steps += 1) {
    const reading = await read(at)
    messages.push(...reading.messages)
    at = JSON.parse(JSON.stringify(reading.cursor)) as unknown
    if (!reading.more) return { messages, cursor: at, steps }
    if (steps > 200) throw new Error('a reading without end')
  }
}

export const wallOf = (ownerId: number): GroupTarget => ({ externalId: String(ownerId), link: `https://vk.com/club${-ownerId}` })

export const idsOf = (messages: RawMessage[]): string[] => messages.map(({ externalId }) => externalId).toSorted()

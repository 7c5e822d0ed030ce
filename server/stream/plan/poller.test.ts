import { expect, it, describe } from 'vitest'
import { HOUR, MINUTE, SECOND } from '../../kit/clock.ts'
import { silentLog } from '../../kit/log.ts'
import { jumpingTime, type JumpingTime } from '../../testing/jumping-time.ts'
import type { Reading } from '../receive/shared/adapter.ts'
import type { RawMessage } from '../receive/shared/source.ts'
import { NetworkError } from '../receive/shared/network-error.ts'
import { FanInEnded, type NamedBatch } from './fan-in.ts'
import { runPoller, type Poller, type Target, type PollRun } from './poller.ts'

interface Options {
  targets: string[]
  /** Milliseconds between two readings. */
  every?: number
  read(key: string, cursor: number | null, time: JumpingTime): Promise<Partial<Reading<number>>>
  perSecond?: number | null
  manyServers?: boolean
  store?(batch: NamedBatch): Promise<void>
  /** How far the first poll of a target goes back, by its key. */
  looks?: Record<string, number>
}

const message = (externalId: string, publishedAt: Date | null = null): RawMessage => ({
  network: 'vk',
  externalId,
  kind: 'post',
  publishedAt,
  text: externalId,
})

/** A lane over a book in memory, and what it did. */
function open({ targets, every = 10 * MINUTE, read, perSecond = 2, manyServers = false, store, looks = {} }: Options) {
  const time = jumpingTime()
  const dueAt = new Map(targets.map((key) => [key, time.now()]))
  const cursors = new Map<string, unknown>()
  const log: string[] = []
  const turns: [string, PollRun][] = []
  const failures: [string, string | null][] = []
  const health = { oks: 0, came: 0, failures: [] as string[], suspicions: new Map<string, string>() }
  const firstLooks: number[] = []
  const begun: [string, number][] = []
  const later = (key: string, wait: number): void => void dueAt.set(key, new Date(time.now().getTime() + wait))
  const dueOf = (except: string[]): [string, Date][] =>
    [...dueAt].filter(([key]) => !except.includes(key)).toSorted(([, a], [, b]) => a.getTime() - b.getTime())
  const lane: Poller<Target> = {
    network: 'vk',
    part: 'groups',
    manyServers,
    firstLook: 3 * HOUR,
    time,
    log: silentLog,
    allowance: () => ({ perSecond, perDay: null }),
    readCursor: async ({ cursorName }) => cursors.get(cursorName) ?? null,
    async read({ key }, cursor, since) {
      begun.push([key, time.elapsed])
      firstLooks.push(time.now().getTime() - since.getTime())
      return { messages: [], cursor: 1, more: false, ...(await read(key, cursor as number | null, time)) }
    },
    confluence: {
      async store(batch) {
        await store?.(batch)
        cursors.set(batch.cursorName, batch.cursor)
        log.push(
          `${batch.cursorName} ${batch.messages.map(({ externalId }) => externalId).join(',')} at ${JSON.stringify(batch.cursor)}`,
        )
        return {
          messages: batch.messages.length,
          items: 0,
          fitted: [],
          receivedAt: time.now(),
          received: batch.messages.length,
          cursor: batch.cursor,
        }
      },
    },
    health: {
      ok: () => void (health.oks += 1),
      came: (messages) => void (health.came += messages.length),
      failed: (failure) => void health.failures.push(failure),
      suspect: (target, suspicion) =>
        void (suspicion === null ? health.suspicions.delete(target) : health.suspicions.set(target, suspicion)),
    },
    book: {
      due: async (limit, except) =>
        dueOf(except)
          .filter(([, at]) => at <= time.now())
          .slice(0, limit)
          .map(([key, at]) => ({
            key,
            cursorName: `vk:group:${key}`,
            dueAt: at,
            isNew: !cursors.has(`vk:group:${key}`),
            ...(looks[key] === undefined ? {} : { firstLook: looks[key] }),
          })),
      nextDueAt: async (except) => dueOf(except)[0]?.[1] ?? null,
      async done({ key }, turn) {
        turns.push([key, turn])
        later(key, turn.more ? SECOND : every)
      },
      async failed({ key }, error) {
        failures.push([key, error?.kind ?? null])
        later(key, every)
      },
    },
  }
  const ending = new AbortController()
  const running = runPoller(lane, ending.signal)
  return {
    time,
    log,
    turns,
    failures,
    health,
    firstLooks,
    begun,
    cursors,
    dueAt,
    wake: running.wake,
    /** Lets it run for this long. */
    async runFor(milliseconds: number): Promise<void> {
      await time.until(time.sleep(milliseconds))
    },
    async end(): Promise<void> {
      ending.abort()
      await time.until(running.ended)
    },
  }
}

describe('a lane', () => {
  it('reads what is due, each target again after its time, and goes on from what was stored', async () => {
    const lane = open({
      targets: ['a', 'b'],
      read: async (key, cursor) => ({ messages: [message(`${key}${(cursor ?? 0) + 1}`)], cursor: (cursor ?? 0) + 1 }),
    })
    await lane.runFor(25 * MINUTE)
    await lane.end()
    expect(lane.log).toEqual([
      'vk:group:a a1 at 1',
      'vk:group:b b1 at 1',
      'vk:group:a a2 at 2',
      'vk:group:b b2 at 2',
      'vk:group:a a3 at 3',
      'vk:group:b b3 at 3',
    ])
    expect(lane.turns.map(([key, { first, messages }]) => [key, first, messages])).toEqual([
      ['a', true, 1],
      ['b', true, 1],
      ['a', false, 1],
      ['b', false, 1],
      ['a', false, 1],
      ['b', false, 1],
    ])
    expect(lane.firstLooks.every((look) => look === 3 * HOUR)).toBe(true)
    // Of first readings nothing is said of lag: they bring what is old.
    expect(lane.health.came).toBe(4)
  })

  it('looks as far back as a target asks for', async () => {
    const lane = open({ targets: ['a', 'b'], looks: { b: 240 * HOUR }, read: async () => ({}) })
    await lane.runFor(MINUTE)
    await lane.end()
    expect(lane.begun.map(([key], at) => [key, lane.firstLooks[at]])).toEqual([
      ['a', 3 * HOUR],
      ['b', 240 * HOUR],
    ])
  })

  it('reads on while there is more, and keeps nothing where nothing was learnt', async () => {
    const lane = open({
      targets: ['a'],
      read: async (_, cursor) =>
        (cursor ?? 0) < 3 ? { messages: [message(`${cursor}`)], cursor: (cursor ?? 0) + 1, more: true } : { cursor: 3 },
    })
    await lane.runFor(15 * MINUTE)
    await lane.end()
    expect(lane.log).toEqual(['vk:group:a null at 1', 'vk:group:a 1 at 2', 'vk:group:a 2 at 3'])
    expect(lane.turns.map(([, { messages, more }]) => [messages, more])).toEqual([
      [3, false],
      [0, false],
    ])
  })

  it('lets others come before what one has without end', async () => {
    const lane = open({
      targets: ['endless', 'b'],
      perSecond: 0.5,
      read: async (key, cursor, time) => {
        await time.sleep(SECOND)
        return key === 'endless' ? { messages: [message(`${cursor}`)], cursor: (cursor ?? 0) + 1, more: true } : {}
      },
    })
    await lane.runFor(2 * MINUTE)
    await lane.end()
    expect(lane.turns.slice(0, 3).map(([key, { messages, more }]) => [key, messages, more])).toEqual([
      ['b', 0, false],
      ['endless', 20, true],
      ['endless', 20, true],
    ])
  })

  it('reads no more side by side than makes sense, and never one target twice at once', async () => {
    let now = 0
    let most = 0
    const lane = open({
      targets: Array.from({ length: 50 }, (_, n) => `g${n}`),
      perSecond: 3,
      every: SECOND,
      read: async (_key, _cursor, time) => {
        most = Math.max(most, ++now)
        await time.sleep(5 * SECOND)
        now -= 1
        return {}
      },
    })
    await lane.runFor(2 * MINUTE)
    await lane.end()
    expect(most).toBe(6)
    for (const [key] of lane.dueAt) {
      const times = lane.begun.filter(([each]) => each === key).map(([, at]) => at)
      expect(times.every((at, place) => place === 0 || at - times[place - 1]! >= 5 * SECOND)).toBe(true)
    }
  })

  it('sees at once what is new when it is woken', async () => {
    const lane = open({ targets: [], read: async () => ({}) })
    await lane.runFor(SECOND)
    lane.dueAt.set('new', lane.time.now())
    lane.wake()
    await lane.runFor(10)
    expect(lane.begun).toHaveLength(1)
    await lane.end()
  })

  it('ends in the middle of a reading: nothing is failed by it', async () => {
    const lane = open({
      targets: ['a'],
      read: (_key, _cursor, time) =>
        time.sleep(HOUR).then(() => Promise.reject(new NetworkError('temporary', 'ended'))),
    })
    await lane.runFor(SECOND)
    await lane.end()
    expect([lane.failures, lane.turns]).toEqual([[], []])
  })
})

describe('a network that', () => {
  it.each([
    ['rate-limited', { retryAfter: 40 * SECOND }, 40 * SECOND],
    ['quota-exceeded', { until: new Date('2026-11-20T14:00:00Z') }, 2 * HOUR],
    ['auth-dead', {}, 10 * MINUTE],
  ] as const)('is %s gets its rest, and its groups are read after it', async (kind, details, rest) => {
    let calls = 0
    const lane = open({
      targets: ['a', 'b', 'c'],
      perSecond: 1,
      read: async () => {
        calls += 1
        if (calls === 1) throw new NetworkError(kind, 'enough', details)
        return {}
      },
    })
    await lane.runFor(rest + MINUTE)
    await lane.end()
    // What had begun beside it is let through; nothing else begins.
    expect(lane.begun.filter(([, at]) => at > 0 && at < rest)).toEqual([])
    expect(new Set(lane.turns.map(([key]) => key))).toEqual(new Set(['a', 'b', 'c']))
    expect(lane.failures).toEqual([])
    expect(lane.health.failures).toEqual(['enough'])
  })

  it('breaks down is asked less and less until it is well again', async () => {
    const lane = open({
      targets: Array.from({ length: 40 }, (_, n) => `g${n}`),
      every: 5 * MINUTE,
      read: async (_key, _cursor, time) => {
        if (time.elapsed < 20 * MINUTE) throw new NetworkError('temporary', 'vk answered 502')
        return {}
      },
    })
    await lane.runFor(HOUR)
    await lane.end()
    const asked = lane.begun.filter(([, at]) => at < 20 * MINUTE).length
    expect(asked).toBeGreaterThan(10)
    expect(asked).toBeLessThan(100)
    expect(new Set(lane.turns.map(([key]) => key)).size).toBe(40)
  })

  it('is many servers: each speaks for itself', async () => {
    const lane = open({
      targets: ['slow', 'b'],
      manyServers: true,
      read: async (key) => {
        if (key === 'slow') throw new NetworkError('rate-limited', 'enough', { retryAfter: HOUR })
        return {}
      },
    })
    await lane.runFor(25 * MINUTE)
    await lane.end()
    expect(lane.turns.filter(([key]) => key === 'b')).toHaveLength(3)
    expect(lane.failures.every(([key, kind]) => key === 'slow' && kind === 'rate-limited')).toBe(true)
  })
})

describe('many servers', () => {
  it.each(['temporary', 'rate-limited'] as const)(
    'that are all %s are reported, and none waits for another',
    async (kind) => {
      const targets = Array.from({ length: 6 }, (_, n) => `g${n}`)
      const lane = open({
        targets,
        manyServers: true,
        read: () => Promise.reject(new NetworkError(kind, 'no way out')),
      })
      await lane.runFor(SECOND)
      await lane.end()
      expect(lane.failures.map(([key]) => key).toSorted()).toEqual(targets)
      expect(lane.health.failures).toEqual(['no way out', 'no way out'])
    },
  )
})

describe('a target that', () => {
  it('is suspected is reported until it is believed, whatever others say', async () => {
    let suspicion: string | undefined = 'no posts where there were some'
    const lane = open({
      targets: ['a', 'b'],
      read: async (key) => (key === 'a' && suspicion !== undefined ? { suspicion } : {}),
    })
    await lane.runFor(25 * MINUTE)
    expect([...lane.health.suspicions]).toEqual([['a', suspicion]])
    suspicion = undefined
    await lane.runFor(10 * MINUTE)
    await lane.end()
    expect(lane.health.suspicions.size).toBe(0)
    expect(lane.failures).toEqual([])
  })

  it("is closed or gone is the book's matter, and the network is well", async () => {
    const lane = open({
      targets: ['closed', 'gone', 'b'],
      read: async (key) => {
        if (key === 'closed') throw new NetworkError('access-denied', 'error 15')
        if (key === 'gone') throw new NetworkError('not-found', 'error 104')
        return {}
      },
    })
    await lane.runFor(MINUTE)
    await lane.end()
    expect(lane.failures).toEqual([
      ['closed', 'access-denied'],
      ['gone', 'not-found'],
    ])
    expect(lane.health).toMatchObject({ oks: 3, failures: [] })
  })

  it('can not be read or stored for a fault of ours fails alone', async () => {
    const lane = open({
      targets: ['defect', 'unstorable', 'b'],
      read: async (key) => {
        if (key === 'defect') throw new TypeError('x is undefined')
        return { messages: [message(key)] }
      },
      store: async ({ cursorName }) => {
        if (cursorName.endsWith('unstorable')) throw new Error('no room')
      },
    })
    await lane.runFor(MINUTE)
    await lane.end()
    expect(lane.failures).toEqual([
      ['defect', null],
      ['unstorable', null],
    ])
    expect(lane.log).toEqual(['vk:group:b b at 1'])
  })

  it('could not be stored because all ends is not failed', async () => {
    const lane = open({
      targets: ['a'],
      read: async () => ({ messages: [message('a')] }),
      store: async () => {
        throw new FanInEnded('over')
      },
    })
    await lane.runFor(SECOND)
    await lane.end()
    expect([lane.failures, lane.turns]).toEqual([[], []])
  })
})

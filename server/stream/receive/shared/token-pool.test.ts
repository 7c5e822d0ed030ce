import { describe, expect, it } from 'vitest'
import { DAY } from '../../../kit/clock.ts'
import { jumpingTime, type JumpingTime } from '../../../testing/jumping-time.ts'
import { openTokenPool, type TokenLimits, type TokenPool, type TokenUses } from './token-pool.ts'
import { NetworkError } from './network-error.ts'

type Uses = { token: string; method: string; calls: number }[]

/** Uses in memory, by network and day. */
function memory() {
  const kept = new Map<string, Uses>()
  const uses: TokenUses = {
    read: (network, day) => Promise.resolve(kept.get(`${network} ${day}`) ?? []),
    write: (network, day, written) => {
      kept.set(`${network} ${day}`, written)
      return Promise.resolve()
    },
  }
  return { kept, uses }
}

async function open(
  more: { tokens?: string[]; limits?: Partial<TokenLimits>; time?: JumpingTime; uses?: TokenUses; start?: string } = {},
) {
  const time = more.time ?? jumpingTime(more.start)
  const pool = await openTokenPool({
    network: 'vk',
    tokens: more.tokens ?? ['one'],
    limits: { perSecond: 3, ...more.limits },
    time,
    uses: more.uses ?? memory().uses,
  })
  return { pool, time }
}

/** Calls at once; when each was made, and with what. */
async function callAtOnce(pool: TokenPool, time: JumpingTime, count: number, method = 'wall.get') {
  const made: { at: number; token: string }[] = []
  await time.until(
    Promise.all(
      Array.from({ length: count }, () =>
        pool.use(method, async (token) => void made.push({ at: time.elapsed, token })),
      ),
    ),
  )
  return made
}

/** At most so many begin within any second. */
function busiestSecond(times: number[]): number {
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1000).length))
}

const limited = (retryAfter?: number) =>
  new NetworkError('rate-limited', 'too fast', retryAfter === undefined ? {} : { retryAfter })

describe('calls a second', () => {
  it('side by side come one after another, never more than may be in any second', async () => {
    const { pool, time } = await open()
    const made = await callAtOnce(pool, time, 30)
    expect(busiestSecond(made.map(({ at }) => at))).toBe(3)
    expect(time.elapsed).toBeGreaterThan(29 * 333)
    expect(time.elapsed).toBeLessThan(29 * 400)
  })

  it('are counted for each token by itself', async () => {
    const { pool, time } = await open({ tokens: ['one', 'two'] })
    const made = await callAtOnce(pool, time, 20)
    for (const token of ['one', 'two']) {
      const times = made.filter((each) => each.token === token).map(({ at }) => at)
      expect(times).toHaveLength(10)
      expect(busiestSecond(times)).toBe(3)
    }
    expect(pool.allowance('wall.get').perSecond).toBeCloseTo(6 / 1.133)
  })

  it('whoever comes after a pause need not wait', async () => {
    const { pool, time } = await open()
    await callAtOnce(pool, time, 1)
    await time.until(time.sleep(10_000))
    const before = time.elapsed
    await callAtOnce(pool, time, 1)
    expect(time.elapsed).toBe(before)
  })

  it('the same token given twice is one', async () => {
    const { pool } = await open({ tokens: ['one', 'one'] })
    expect(pool.health()).toHaveLength(1)
  })

  it('whoever gives up while it waits makes no call, and uses none up', async () => {
    const { pool, time } = await open({ limits: { perDay: { 'wall.get': 2 } } })
    const ending = new AbortController()
    await callAtOnce(pool, time, 1)
    const given = pool.use('wall.get', () => Promise.reject(new Error('never called')), ending.signal)
    ending.abort()
    await expect(given).rejects.toMatchObject({ kind: 'temporary' })
    expect(pool.health()[0]?.usedToday).toEqual({ 'wall.get': 1 })
    expect(await callAtOnce(pool, time, 1)).toHaveLength(1)
  })
})

describe('calls a day', () => {
  it('are never exceeded, by calls side by side neither', async () => {
    const { pool, time } = await open({ limits: { perDay: { 'newsfeed.search': 5 } } })
    let calls = 0
    const results = await time.until(
      Promise.allSettled(Array.from({ length: 9 }, () => pool.use('newsfeed.search', async () => void (calls += 1)))),
    )
    expect(calls).toBe(5)
    expect(
      results
        .filter(({ status }) => status === 'rejected')
        .map((each) => (each as PromiseRejectedResult).reason as NetworkError),
    ).toMatchObject(
      Array.from({ length: 4 }, () => ({ kind: 'quota-exceeded', until: new Date('2026-11-21T00:00:00Z') })),
    )
    // Another method goes on.
    expect(await callAtOnce(pool, time, 1, 'wall.get')).toHaveLength(1)
  })

  it('begin again when the day of the network does', async () => {
    const { pool, time } = await open({
      limits: { perDay: { search: 2 }, dayStartsAt: 8 },
      start: '2026-11-20T07:30:00Z',
    })
    await callAtOnce(pool, time, 2, 'search')
    await expect(pool.use('search', async () => {})).rejects.toMatchObject({
      kind: 'quota-exceeded',
      until: new Date('2026-11-20T08:00:00Z'),
    })
    await time.until(time.sleep(29 * 60_000))
    await expect(pool.use('search', async () => {})).rejects.toMatchObject({ kind: 'quota-exceeded' })
    await time.until(time.sleep(60_000))
    expect(await callAtOnce(pool, time, 2, 'search')).toHaveLength(2)
    await expect(pool.use('search', async () => {})).rejects.toMatchObject({ until: new Date('2026-11-21T08:00:00Z') })
  })

  it('a call that waits over midnight counts for the day in which it is made', async () => {
    const { pool, time } = await open({
      limits: { perSecond: 1, perDay: { search: 3 } },
      start: '2026-11-20T23:59:58.500Z',
    })
    // Now, and twice 1.133 s later: after midnight.
    await callAtOnce(pool, time, 3, 'search')
    expect(time.now().toISOString()).toBe('2026-11-21T00:00:00.766Z')
    expect(pool.health()[0]?.usedToday).toEqual({ search: 1 })
    await callAtOnce(pool, time, 2, 'search')
    await expect(pool.use('search', async () => {})).rejects.toMatchObject({ kind: 'quota-exceeded' })
  })

  it('the network says that they are used up before we think so: another token is taken, then none is left', async () => {
    const { pool, time } = await open({ tokens: ['one', 'two'], limits: { perDay: { search: 100 } } })
    const tried: string[] = []
    const call = (token: string): Promise<string> => {
      tried.push(token)
      return token === 'one' ? Promise.reject(new NetworkError('quota-exceeded', 'error 29')) : Promise.resolve(token)
    }
    expect(await time.until(pool.use('search', call))).toBe('two')
    expect(await time.until(pool.use('search', call))).toBe('two')
    expect(tried).toEqual(['one', 'two', 'two'])
    await expect(
      time.until(
        pool.use('search', () =>
          Promise.reject(new NetworkError('quota-exceeded', 'error 29', { until: new Date('2026-11-20T13:00:00Z') })),
        ),
      ),
    ).rejects.toMatchObject({
      kind: 'quota-exceeded',
      until: new Date('2026-11-20T13:00:00Z'),
    })
    expect(pool.allowance('search')).toMatchObject({ perDay: 200 })
  })

  it('outlive the process, for each token by its fingerprint', async () => {
    const { kept, uses } = memory()
    const time = jumpingTime()
    const limits = { perDay: { search: 5 } }
    const first = await open({ tokens: ['secret token'], limits, time, uses })
    await callAtOnce(first.pool, time, 3, 'search')
    await first.pool.flush()
    expect([...kept.keys()]).toEqual(['vk 2026-11-20'])
    expect(JSON.stringify([...kept.values()])).not.toContain('secret')

    const second = await open({ tokens: ['another', 'secret token'], limits, time, uses })
    expect(second.pool.health().map(({ usedToday }) => usedToday)).toEqual([{}, { search: 3 }])
    const made = await callAtOnce(second.pool, time, 7, 'search')
    expect(made.filter(({ token }) => token === 'secret token')).toHaveLength(2)
    await expect(second.pool.use('search', async () => {})).rejects.toMatchObject({ kind: 'quota-exceeded' })
  })

  it('of yesterday are nothing to today', async () => {
    const { uses } = memory()
    const time = jumpingTime()
    const first = await open({ limits: { perDay: { search: 1 } }, time, uses })
    await callAtOnce(first.pool, time, 1, 'search')
    await first.pool.flush()
    await time.until(time.sleep(DAY))
    const second = await open({ limits: { perDay: { search: 1 } }, time, uses })
    expect(await callAtOnce(second.pool, time, 1, 'search')).toHaveLength(1)
  })
})

describe('a token that came too fast', () => {
  it('rests as long as the network says, and so do those who wait for it', async () => {
    const { pool, time } = await open()
    const made: number[] = []
    let refused = 0
    const call = (): Promise<void> => {
      made.push(time.elapsed)
      return made.length === 1 ? (refused++, Promise.reject(limited(7_000))) : Promise.resolve()
    }
    await time.until(Promise.all([pool.use('wall.get', call), pool.use('wall.get', call), pool.use('wall.get', call)]))
    expect(refused).toBe(1)
    expect(made[0]).toBe(0)
    expect(made.slice(1).every((at) => at >= 7_000)).toBe(true)
    expect(busiestSecond(made)).toBeLessThanOrEqual(3)
  })

  it('rests longer each time where the network does not say, and is heard of after a few', async () => {
    const { pool, time } = await open()
    const made: number[] = []
    await expect(
      time.until(
        pool.use('wall.get', () => {
          made.push(time.elapsed)
          return Promise.reject(limited())
        }),
      ),
    ).rejects.toMatchObject({ kind: 'rate-limited' })
    expect(made).toEqual([0, 1_000, 3_000, 7_000, 15_000])
    expect(pool.health()[0]).toMatchObject({ dead: false, why: 'too fast' })
  })

  it.each([
    [0, [0, 1_000, 3_000, 7_000, 15_000]],
    [500, [0, 1_000, 3_000, 7_000, 15_000]],
    [3_000, [0, 3_000, 6_000, 9_000, 12_000]],
  ])(
    'rests where the network says %i ms and refuses again: as it says, or longer each time when that is next to nothing',
    async (retryAfter, times) => {
      const { pool, time } = await open()
      const made: number[] = []
      await expect(
        time.until(
          pool.use('wall.get', () => {
            made.push(time.elapsed)
            return Promise.reject(limited(retryAfter))
          }),
        ),
      ).rejects.toMatchObject({ kind: 'rate-limited' })
      expect(made).toEqual(times)
    },
  )

  it.each([1e13, Number.POSITIVE_INFINITY])('rests no longer than a day, whatever VK asks', async (retryAfter) => {
    const { pool, time } = await open()
    await expect(time.until(pool.use('wall.get', () => Promise.reject(limited(retryAfter))))).rejects.toMatchObject({
      retryAfter: DAY,
    })
    await time.until(time.sleep(DAY))
    expect(await callAtOnce(pool, time, 1)).toHaveLength(1)
  })

  it('forgets it after a call that went well', async () => {
    const { pool, time } = await open()
    let n = 0
    const everyOther = (): Promise<void> => (n++ % 2 === 0 ? Promise.reject(limited()) : Promise.resolve())
    for (let i = 0; i < 3; i += 1) {
      const before = time.elapsed
      await time.until(pool.use('wall.get', everyOther))
      expect(time.elapsed - before).toBeLessThan(2_000)
    }
  })

  it('is not waited for when it rests for long', async () => {
    const { pool, time } = await open()
    await expect(time.until(pool.use('wall.get', () => Promise.reject(limited(300_000))))).rejects.toMatchObject({
      kind: 'rate-limited',
      retryAfter: 300_000,
    })
    expect(time.elapsed).toBe(0)
    await expect(pool.use('wall.get', async () => {})).rejects.toMatchObject({ kind: 'rate-limited' })
    expect(pool.health()[0]?.restsUntil).toEqual(new Date('2026-11-20T12:05:00Z'))
    await time.until(time.sleep(300_000))
    expect(await callAtOnce(pool, time, 1)).toHaveLength(1)
    expect(pool.health()[0]).toMatchObject({ restsUntil: null, why: null })
  })
})

describe('a token that is refused', () => {
  it('of which a person is wanted rests for an hour, and another one works on', async () => {
    const { pool, time } = await open({ tokens: ['one', 'two'] })
    const call = (token: string): Promise<string> =>
      token === 'one' ? Promise.reject(new NetworkError('captcha-needed', 'error 14')) : Promise.resolve(token)
    expect(await time.until(pool.use('wall.get', call))).toBe('two')
    expect((await callAtOnce(pool, time, 5)).map(({ token }) => token)).toEqual(['two', 'two', 'two', 'two', 'two'])
    await time.until(time.sleep(3_600_000))
    expect(new Set((await callAtOnce(pool, time, 4)).map(({ token }) => token))).toEqual(new Set(['one', 'two']))
  })

  it('for ever is never used again; when none is left, that is said', async () => {
    const { pool, time } = await open({ tokens: ['one', 'two'] })
    const dies = (): Promise<never> => Promise.reject(new NetworkError('auth-dead', 'error 5'))
    await expect(time.until(pool.use('wall.get', dies))).rejects.toMatchObject({ kind: 'auth-dead' })
    expect(pool.health()).toMatchObject([{ dead: true, why: 'error 5' }, { dead: true }])
    await expect(pool.use('wall.get', async () => {})).rejects.toMatchObject({ kind: 'auth-dead' })
    expect(pool.allowance('wall.get')).toEqual({ perSecond: 0, perDay: null })
  })

  it('while others wait for it: they take another, and their calls are counted there alone', async () => {
    const { pool, time } = await open({ tokens: ['one', 'two'], limits: { perSecond: 1, perDay: { search: 10 } } })
    const tried: string[] = []
    const call = (token: string): Promise<string> => {
      tried.push(token)
      return token === 'one' ? Promise.reject(new NetworkError('auth-dead', 'error 5')) : Promise.resolve(token)
    }
    await time.until(Promise.all(Array.from({ length: 4 }, () => pool.use('search', call))))
    expect(tried.filter((token) => token === 'one')).toHaveLength(1)
    expect(pool.health().map(({ usedToday }) => usedToday)).toEqual([{ search: 1 }, { search: 4 }])
  })

  it('where the network wants none at all, it is reported to anyone who asked, and asked again next time', async () => {
    const { pool, time } = await open({ tokens: [] })
    await expect(
      time.until(pool.use('get', () => Promise.reject(new NetworkError('auth-dead', '401')))),
    ).rejects.toMatchObject({ kind: 'auth-dead' })
    expect(await callAtOnce(pool, time, 1)).toEqual([{ at: expect.any(Number) as number, token: '' }])
    expect(pool.health()).toMatchObject([{ token: '', dead: false }])
  })

  it.each(['access-denied', 'not-found', 'bad-request', 'temporary'] as const)(
    'what is %s is for whoever asked',
    async (kind) => {
      const { pool, time } = await open()
      let calls = 0
      await expect(
        time.until(
          pool.use('get', () => {
            calls += 1
            return Promise.reject(new NetworkError(kind, kind))
          }),
        ),
      ).rejects.toMatchObject({ kind })
      expect(calls).toBe(1)
      expect(pool.health()).toMatchObject([{ dead: false, restsUntil: null }])
    },
  )

  it('a defect of the adapter is thrown as it is', async () => {
    const { pool } = await open()
    await expect(pool.use('get', () => Promise.reject(new TypeError('x is undefined')))).rejects.toThrow(TypeError)
  })
})

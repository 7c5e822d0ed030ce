import { environmentManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ownError } from './call-error.ts'
import { makeQueryClient } from './query-client.ts'

// Where there is no window it asks nothing again by itself.
beforeEach(() => {
  environmentManager.setIsServer(() => false)
  vi.useFakeTimers()
})
afterEach(() => {
  environmentManager.setIsServer(() => true)
  vi.useRealTimers()
})

/** A page that reads something, and what it is answered, one after the other. */
function read(...answers: (Error | string)[]) {
  const cache = makeQueryClient(() => {})
  let asked = 0
  const page = new QueryObserver(cache, {
    queryKey: ['feed'],
    queryFn: () => {
      const answer = answers[Math.min(asked, answers.length - 1)] ?? ''
      asked += 1
      return typeof answer === 'string' ? answer : Promise.reject(answer)
    },
  })
  const close = page.subscribe(() => {})
  return { page, asked: () => asked, close }
}

test('while the service is away the page says so at once, asks again by itself, and shows what it is answered then', async () => {
  const away = ownError('SERVICE_UNAVAILABLE')
  const { page, asked, close } = read(away, away, away, 'what was asked for')
  await vi.advanceTimersByTimeAsync(0)
  expect([asked(), page.getCurrentResult().error]).toEqual([1, away])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(page.getCurrentResult()).toMatchObject({ data: 'what was asked for', error: null })
  expect(asked()).toBe(4)
  close()
})

test('it asks later each time, and half a minute apart at most', async () => {
  const { asked, close } = read(ownError('SERVICE_UNAVAILABLE'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked()).toBeGreaterThanOrEqual(3)
  expect(asked()).toBeLessThanOrEqual(5)
  await vi.advanceTimersByTimeAsync(600_000)
  const before = asked()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked() - before).toBeGreaterThanOrEqual(15)
  expect(asked() - before).toBeLessThanOrEqual(27)
  close()
})

test('any other answer would be the same again', async () => {
  const { asked, close } = read(ownError('FORBIDDEN'))
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked()).toBe(1)
  close()
})

/** A page whose answers come when they are let come. */
function readLate() {
  const cache = makeQueryClient(() => {})
  const answers: ((answer: string | Error) => void)[] = []
  const page = new QueryObserver(cache, {
    queryKey: ['payouts', 'list'],
    queryFn: () =>
      new Promise<string>((resolve, reject) => {
        answers.push((answer) => (typeof answer === 'string' ? resolve(answer) : reject(answer)))
      }),
  })
  const close = page.subscribe(() => {})
  const come = async (at: number, answer: string | Error): Promise<void> => {
    answers[at]?.(answer)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { cache, page, asked: () => answers.length, come, close }
}

test('what is heard of while the first answer is on the way has it asked for once more', async () => {
  const { cache, page, asked, come, close } = readLate()
  void cache.invalidateQueries({ queryKey: ['payouts'] })
  void cache.invalidateQueries({ queryKey: ['payouts'] })
  expect(asked()).toBe(1)
  await come(0, 'as it was')
  expect(page.getCurrentResult().data).toBe('as it was')
  expect(asked()).toBe(2)
  await come(1, 'as it is')
  expect(page.getCurrentResult()).toMatchObject({ data: 'as it is', isFetching: false, isStale: false })
  // An answer that is on its way where there is one already is given up.
  void cache.invalidateQueries({ queryKey: ['payouts'] })
  void cache.invalidateQueries({ queryKey: ['payouts'] })
  await come(2, 'given up')
  await come(3, 'as it is now')
  expect(page.getCurrentResult()).toMatchObject({ data: 'as it is now', isFetching: false })
  expect(asked()).toBe(4)
  close()
})

test('a first answer that fails, or that nothing was heard of meanwhile, is asked for no more than once', async () => {
  const failing = readLate()
  void failing.cache.invalidateQueries({ queryKey: ['payouts'] })
  await failing.come(0, ownError('FORBIDDEN'))
  await vi.advanceTimersByTimeAsync(600_000)
  expect([failing.asked(), failing.page.getCurrentResult().isError]).toEqual([1, true])
  failing.close()
  const quiet = readLate()
  void quiet.cache.invalidateQueries({ queryKey: ['purchases'] })
  void quiet.cache.invalidateQueries({ queryKey: ['payouts'], refetchType: 'none' })
  await quiet.come(0, 'as it is')
  await vi.advanceTimersByTimeAsync(600_000)
  expect([quiet.asked(), quiet.page.getCurrentResult().isStale]).toEqual([1, true])
  quiet.close()
})

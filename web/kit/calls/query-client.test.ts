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

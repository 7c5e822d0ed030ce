import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { yieldEvery } from './yield-every.ts'

afterEach(() => void vi.useRealTimers())

it('lets others have their turn when its own was long, and not before', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  let others = 0
  const waiting = (async () => {
    for (; others < 3; others += 1) await setImmediate()
  })()
  const turn = yieldEvery(20)
  for (let piece = 0; piece < 100; piece += 1) await turn()
  expect(others).toBe(0)
  vi.advanceTimersByTime(25)
  await turn()
  expect(others).toBeGreaterThan(0)
  await waiting
})

import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { takeTurns } from './turns.ts'

const busyFor = (milliseconds: number): void => {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

it('lets others have their turn when its own was long, and not before', async () => {
  let others = 0
  const waiting = (async () => {
    for (; others < 3; others += 1) await setImmediate()
  })()
  const turn = takeTurns(20)
  for (let piece = 0; piece < 100; piece += 1) await turn()
  expect(others).toBe(0)
  busyFor(25)
  await turn()
  expect(others).toBeGreaterThan(0)
  await waiting
})

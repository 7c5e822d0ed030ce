import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { keyedMutex } from './keyed-mutex.ts'

it('keeps the work of one key apart, in its order, and lets that of others run beside it', async () => {
  const inOrder = keyedMutex<string>()
  const steps: string[] = []
  const work = (name: string) => async () => {
    steps.push(`${name} begins`)
    for (let turn = 0; turn < 3; turn += 1) await setImmediate()
    steps.push(`${name} ends`)
    return name
  }
  const done = await Promise.all([inOrder('a', work('a1')), inOrder('a', work('a2')), inOrder('b', work('b1'))])
  expect(done).toEqual(['a1', 'a2', 'b1'])
  expect(steps.filter((step) => step.startsWith('a'))).toEqual(['a1 begins', 'a1 ends', 'a2 begins', 'a2 ends'])
  expect(steps.indexOf('b1 begins')).toBeLessThan(steps.indexOf('a1 ends'))
})

it('goes on after work that failed', async () => {
  const inOrder = keyedMutex<number>()
  const failed = inOrder(1, () => Promise.reject(new Error('no')))
  const next = inOrder(1, async () => 'yes')
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('yes')
})

import { expect, it } from 'vitest'
import { concurrencyLimit } from './concurrency-limit.ts'

/** Work that ends when it is told to. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const state = { begun: false }
  return {
    state,
    resolve,
    reject,
    run: () => {
      state.begun = true
      return promise
    },
  }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

it('runs so many at once, lets so many wait, and refuses the rest', async () => {
  const limited = concurrencyLimit({ running: 2, waiting: 1 })
  const works = Array.from({ length: 4 }, work)
  const answers = works.map(({ run }) => limited(run).catch((error: unknown) => error))
  expect(await answers[3]).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', details: { retryAfter: 1 } })
  expect(works.map(({ state }) => state.begun)).toEqual([true, true, false, false])
  works[0]!.resolve('first')
  await settled()
  expect(works[2]!.state.begun).toBe(true)
  works[1]!.reject(new Error('broken'))
  works[2]!.resolve('third')
  expect(await Promise.all(answers.slice(0, 3))).toMatchObject(['first', { message: 'broken' }, 'third'])
  // What failed has given its place back too.
  const later = Array.from({ length: 2 }, work)
  const last = later.map(({ run }) => limited(run))
  expect(later.map(({ state }) => state.begun)).toEqual([true, true])
  for (const { resolve } of later) resolve('later')
  expect(await Promise.all(last)).toEqual(['later', 'later'])
})

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

it('runs so many at once, lets so many wait in their order, and refuses the rest', async () => {
  const limited = concurrencyLimit({ running: 2, waiting: 2 })
  const works = Array.from({ length: 5 }, work)
  const answers = works.map(({ run }) => limited(run).catch((error: unknown) => error))
  const begun = () => works.map(({ state }) => state.begun)
  expect(await answers[4]).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', details: { retryAfter: 3 } })
  expect(begun()).toEqual([true, true, false, false, false])
  works[0]!.resolve('first')
  await settled()
  expect(begun()).toEqual([true, true, true, false, false])
  works[1]!.reject(new Error('broken'))
  await settled()
  expect(begun()).toEqual([true, true, true, true, false])
  works[2]!.resolve('third')
  works[3]!.resolve('fourth')
  expect(await Promise.all(answers.slice(0, 4))).toMatchObject(['first', { message: 'broken' }, 'third', 'fourth'])
  // What failed has given its place back too.
  const later = Array.from({ length: 2 }, work)
  const last = later.map(({ run }) => limited(run))
  expect(later.map(({ state }) => state.begun)).toEqual([true, true])
  for (const { resolve } of later) resolve('later')
  expect(await Promise.all(last)).toEqual(['later', 'later'])
})

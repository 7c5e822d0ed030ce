import { expect, it } from 'vitest'
import { AppError } from './app-error.ts'
import { openShortQueue } from './short-queue.ts'

/** Work that goes on until it is ended, and tells that it began. */
function openWork() {
  const begun: number[] = []
  const ends: ((fail?: Error) => void)[] = []
  const work = (index: number) => () =>
    new Promise<number>((resolve, reject) => {
      begun.push(index)
      ends[index] = (fail) => (fail ? reject(fail) : resolve(index))
    })
  return { begun, work, end: (index: number, fail?: Error) => ends[index]?.(fail) }
}

it('does so much at once, in the order in which it came, and refuses what finds the queue full', async () => {
  const { begun, work, end } = openWork()
  const inQueue = openShortQueue({ atOnce: 2, waiting: 2 })
  const [first, second, third, fourth] = [0, 1, 2, 3].map((index) => inQueue(work(index)))
  await expect(inQueue(work(4))).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', details: { retryAfter: 3 } })
  expect(begun).toEqual([0, 1])
  end(1)
  expect(await second).toBe(1)
  await expect.poll(() => begun).toEqual([0, 1, 2])
  const fifth = inQueue(work(4))
  await expect(inQueue(work(5))).rejects.toBeInstanceOf(AppError)
  end(0, new Error('failed'))
  await expect(first).rejects.toThrow('failed')
  for (const index of [2, 3, 4]) {
    await expect.poll(() => begun.includes(index)).toBe(true)
    end(index)
  }
  expect(await Promise.all([third, fourth, fifth])).toEqual([2, 3, 4])
  // All places are free again.
  const [sixth, seventh] = [inQueue(work(6)), inQueue(work(7))]
  expect(begun.slice(-2)).toEqual([6, 7])
  end(6)
  end(7)
  expect(await Promise.all([sixth, seventh])).toEqual([6, 7])
})

import { expect, test } from 'vitest'
import { sampleDelay, samples, samplesFrom } from './samples.ts'

test('another sample comes after 5 to 10 s', () => {
  expect([sampleDelay(0), sampleDelay(0.5), sampleDelay(1)]).toEqual([5_000, 7_500, 10_000])
})

test('the newest is first, and after the last the first comes again', () => {
  expect(samplesFrom(1, 3).map(({ number }) => number)).toEqual([1, 0, -1])
  expect(samplesFrom(samples.length, 2).map(({ sample }) => sample)).toEqual([samples[0], samples.at(-1)])
})

import { expect, test } from 'vitest'
import { withWatermark, type Watermarks } from './feed-watermarks.ts'

test('the last reading of a filter is the one that counts', () => {
  expect(withWatermark({ 1: 10, 2: 20 }, 1, 30)).toEqual({ 1: 30, 2: 20 })
  expect(withWatermark({ 1: 10, 'project:1': 20 }, 'project:1', 30)).toEqual({ 1: 10, 'project:1': 30 })
})

test('filters nobody has looked at for long are forgotten', () => {
  const many: Watermarks = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [at + 1, at + 1]))
  const after = withWatermark(many, 1_000, 500)
  expect(Object.keys(after)).toHaveLength(300)
  expect(after[1_000]).toBe(500)
  expect(after[1]).toBeUndefined()
})

import { expect, test } from 'vitest'
import { nextOf } from './use-keep-focus.ts'

test.each([
  ['the one that stood behind it', [1, 2, 3, 4], [1, 3, 4], 2, 3],
  ['behind what went with it', [1, 2, 3, 4], [1, 4], 2, 4],
  ['the last one, when it was that', [1, 2, 3, 4], [1, 2], 4, 2],
  ['where they were, when others went', [1, 2, 3, 4], [2, 4], 4, 4],
  ['nowhere, when nothing is left', [1, 2], [], 1, undefined],
])('anyone who takes an item away stands on %s', (_, was, left, item, next) => {
  expect(nextOf(was, left, item)).toBe(next)
})

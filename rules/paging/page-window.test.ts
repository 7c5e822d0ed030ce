import { expect, test } from 'vitest'
import { pageWindow } from './page-window.ts'

test.each([
  [1, 1, [1]],
  [1, 2, [1, 2]],
  [2, 2, [1, 2]],
  [1, 10, [1, 2, 3]],
  [2, 10, [1, 2, 3]],
  [5, 10, [4, 5, 6]],
  [9, 10, [8, 9, 10]],
  [10, 10, [8, 9, 10]],
])('around page %d of %d', (current, pages, shown) => {
  expect(pageWindow(current, pages)).toEqual(shown)
})

import { describe, expect, test } from 'vitest'
import { countPages, decidePageJump } from './page-jump.ts'

describe('a jump', () => {
  test.each([
    { asked: '3', current: 1, pages: 10, page: 3 },
    { asked: 3, current: 1, pages: 10, page: 3 },
    { asked: ' 3 ', current: 1, pages: 10, page: 3 },
    { asked: '0', current: 5, pages: 10, page: 1 },
    { asked: '-1', current: 5, pages: 10, page: null },
    { asked: -1, current: 5, pages: 10, page: null },
    { asked: '1.5', current: 1, pages: 10, page: null },
    { asked: 1.5, current: 1, pages: 10, page: null },
    { asked: Number.NaN, current: 1, pages: 10, page: null },
    { asked: '', current: 1, pages: 10, page: null },
    { asked: 'x', current: 1, pages: 10, page: null },
    { asked: '1e2', current: 1, pages: 1000, page: null },
    { asked: '10', current: 1, pages: 10, page: 10 },
    { asked: '11', current: 1, pages: 10, page: null },
    { asked: '101', current: 1, pages: 500, page: 101 },
    { asked: '102', current: 1, pages: 500, page: null },
    { asked: '300', current: 400, pages: 500, page: 300 },
    { asked: '299', current: 400, pages: 500, page: null },
    { asked: '99999999999999', current: 1, pages: null, page: null },
    { asked: '3', current: 1, pages: null, page: 3 },
    { asked: '1', current: 1, pages: 0, page: 1 },
  ])('to $asked from $current of $pages is $page', ({ asked, current, pages, page }) => {
    expect(decidePageJump({ asked, current, pages, reach: 100 })).toBe(page)
  })
})

test.each([
  [0, 20, 1],
  [1, 20, 1],
  [20, 20, 1],
  [21, 20, 2],
  [10_000, 20, 500],
])('%d items by %d fill %d pages', (total, limit, pages) => {
  expect(countPages(total, limit)).toBe(pages)
})

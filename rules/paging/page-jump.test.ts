import { describe, expect, test } from 'vitest'
import { countPages, countReachablePages, decidePageJump } from './page-jump.ts'

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

describe('pages of a list that was counted to 1000', () => {
  const limit = 20
  const counted = { total: 1_000, totalCapped: true, limit }

  test.each([
    ['the first page', { page: 1, shown: 20 }, 51],
    ['the last one counted', { page: 50, shown: 20 }, 51],
    ['a full one past the counted ones', { page: 51, shown: 20 }, 52],
    ['one far past them', { page: 70, shown: 20 }, 71],
    ['the last one there is', { page: 71, shown: 3 }, 71],
    ['an empty one', { page: 71, shown: 0 }, 71],
    ['one that is short among the counted ones', { page: 7, shown: 19 }, 51],
  ])('on %s', (_, at, pages) => {
    expect(countReachablePages({ ...counted, ...at })).toBe(pages)
  })

  test('one that ends there has no more', () => {
    expect(countReachablePages({ ...counted, totalCapped: false, page: 50, shown: 20 })).toBe(50)
  })

  test('the cap may end within a page', () => {
    expect(countReachablePages({ total: 1_000, totalCapped: true, limit: 30, page: 1, shown: 30 })).toBe(34)
  })

  test('forward leads to the end, and a jump no further than one page past what is known', () => {
    const items = 1_234
    const pagesOn = (page: number): number =>
      countReachablePages({ ...counted, page, shown: Math.max(0, Math.min(limit, items - (page - 1) * limit)) })
    let page = 1
    for (
      let to: number | null = 2;
      to !== null;
      to = decidePageJump({ asked: page + 1, current: page, pages: pagesOn(page), reach: 100 })
    )
      page = to
    expect(page).toBe(Math.ceil(items / limit))
    expect(decidePageJump({ asked: 60, current: 5, pages: pagesOn(5), reach: 100 })).toBeNull()
    expect(decidePageJump({ asked: 51, current: 5, pages: pagesOn(5), reach: 100 })).toBe(51)
  })
})

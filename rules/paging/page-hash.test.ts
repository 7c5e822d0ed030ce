import { describe, expect, test } from 'vitest'
import { hashWithPage, pageInHash, pageInSearch, pageNumber, searchWithPage } from './page-hash.ts'

describe('reading', () => {
  test.each([
    ['', undefined, null],
    ['#page=3', undefined, '3'],
    ['page=3', undefined, '3'],
    ['#payment_success&page=12', undefined, '12'],
    ['#page=', undefined, ''],
    ['#page', undefined, null],
    ['#page=x', undefined, 'x'],
    ['#page-payouts=2', undefined, null],
    ['#page-payouts=2', 'payouts', '2'],
    ['#page=5&page-payouts=2', 'payouts', '2'],
  ])('%s of %s is %s', (hash, list, page) => {
    expect(pageInHash(hash, list)).toBe(page)
  })
})

test.each([
  ['1', 1],
  ['12', 12],
  ['9999', 9_999],
  [null, 1],
  ['', 1],
  ['0', 1],
  ['-2', 1],
  ['01', 1],
  ['2.5', 1],
  ['3 ', 1],
  ['1e3', 1],
  ['10000', 1],
  ['x', 1],
])('a page written as %s is number %d', (asked, page) => {
  expect(pageNumber(asked)).toBe(page)
})

test.each([
  ['page=3', 3],
  ['tag=a&page=50', 50],
  ['', 1],
  ['page=', 1],
  ['page=0', 1],
  ['page=-2', 1],
  ['page=2.5', 1],
  ['page=x', 1],
  ['page=51', 1],
])('of fifty pages ?%s means number %d', (search, page) => {
  expect(pageInSearch(new URLSearchParams(search), 50)).toBe(page)
})

describe('writing', () => {
  test.each([
    ['', 3, undefined, '#page=3'],
    ['#page=3', 4, undefined, '#page=4'],
    ['#page=3', 1, undefined, ''],
    ['#payment_success&page=3', 1, undefined, '#payment_success'],
    ['#page=3', 2, 'urls', '#page=3&page-urls=2'],
  ])('%s to page %d of %s is %s', (hash, page, list, written) => {
    expect(hashWithPage(hash, page, list)).toBe(written)
  })
})

describe('writing into a query', () => {
  test.each([
    ['', 3, '?page=3'],
    ['?page=3', 4, '?page=4'],
    ['?page=3', 1, ''],
    ['?q=%D0%B0&page=3', 2, '?q=%D0%B0&page=2'],
  ])('%s to page %d is %s', (search, page, written) => {
    expect(searchWithPage(search, page)).toBe(written)
  })
})

import { expect, test } from 'vitest'
import { readQuantity, stepQuantity } from './quantity.ts'

test.each([
  ['12', null, 12],
  ['1 200', 1_000, 1_000],
  ['1\u00A0200', null, 1_200],
  ['9999999', null, 1_000_000],
  ['', null, null],
  ['0', null, null],
  ['1,5', null, null],
  ['-3', null, null],
  ['много', null, null],
])('«%s» of at most %s is %s', (typed, max, quantity) => {
  expect(readQuantity(typed, max)).toBe(quantity)
})

test.each([
  [1, 10, null, 10],
  [10, 10, null, 20],
  [14, 10, null, 20],
  [14, -10, null, 10],
  [10, -10, null, 1],
  [1, -10, null, 1],
  [995, 10, 1_000, 1_000],
  [19, 1, 20, 20],
  [20, 1, 20, 20],
])('%d by %d of at most %s is %d', (quantity, by, max, next) => {
  expect(stepQuantity(quantity, by, max)).toBe(next)
})

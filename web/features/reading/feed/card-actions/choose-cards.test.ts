import { expect, test } from 'vitest'
import { chooseRange, keepOnPage, nothingChosen, toggleCard } from './choose-cards.ts'

const order = [50, 40, 30, 20, 10]
const ids = (chosen: { ids: ReadonlySet<number> }): number[] => [...chosen.ids].sort((one, other) => other - one)

test('one is chosen, and left out again', () => {
  const one = toggleCard(nothingChosen, 30)
  expect(ids(one)).toEqual([30])
  expect(ids(toggleCard(one, 30))).toEqual([])
})

test.each([
  [40, 20, [40, 30, 20]],
  [20, 40, [40, 30, 20]],
  [30, 30, [30]],
])('a range from %d to %d', (from, to, between) => {
  expect(ids(chooseRange(toggleCard(nothingChosen, from), to, order))).toEqual(between)
})

test('a range is added to what is chosen', () => {
  const two = toggleCard(toggleCard(nothingChosen, 50), 20)
  expect(ids(chooseRange(two, 10, order))).toEqual([50, 20, 10])
})

test('a range without a beginning is one card', () => {
  expect(ids(chooseRange(nothingChosen, 30, order))).toEqual([30])
  expect(ids(chooseRange(toggleCard(nothingChosen, 99), 30, order))).toEqual([99, 30])
})

test('what is on the page no more is not chosen', () => {
  const two = toggleCard(toggleCard(nothingChosen, 50), 20)
  expect(keepOnPage(two, order)).toBe(two)
  expect(keepOnPage(two, [50])).toEqual({ ids: new Set([50]), last: null })
})

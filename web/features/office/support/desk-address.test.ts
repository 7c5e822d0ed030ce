import { expect, test } from 'vitest'
import { countSet, hashAfter, readAddress, writeAddress } from './desk-address.ts'

test.each([
  ['', { filters: {}, user: null, place: 'details' }],
  [
    '?search=anna&regFrom=2026-11-01&expiring=7&paid=never&user=5&place=log',
    { filters: { search: 'anna', expiring: 7, paid: 'never', regFrom: '2026-11-01' }, user: 5, place: 'log' },
  ],
])('«%s» is read and written back', (search, desk) => {
  expect(readAddress(search)).toEqual(desk)
  expect(writeAddress(readAddress(search))).toBe(search)
})

test('what can’t be read is left out', () => {
  const wrong = '?expiring=999&paid=maybe&regFrom=2026-13-01&user=-5&place=secrets&id=abc&search=%20'
  expect(readAddress(wrong)).toEqual({ filters: {}, user: null, place: 'details' })
})

test('another filter begins its list again, another person theirs', () => {
  expect(hashAfter('#page=3&page-person=2', { filters: true })).toBe('')
  expect(hashAfter('#page=3&page-person=2', { filters: false })).toBe('#page=3')
  expect(countSet({ search: 'a', paid: 'ever', id: 1 })).toBe(2)
})

import { expect, test } from 'vitest'
import { rotated, rotationDelay } from './use-rotation.ts'

test('another one comes after five to ten seconds', () => {
  expect(rotationDelay(0)).toBe(5_000)
  expect(rotationDelay(0.5)).toBe(7_500)
  expect(rotationDelay(1)).toBe(10_000)
})

test('they go round', () => {
  const letters = ['а', 'б', 'в', 'г']
  const shown = (newest: number): string =>
    rotated(letters, newest, 3)
      .map(({ thing }) => thing)
      .join('')
  expect([2, 3, 4, 5, 6].map(shown)).toEqual(['вба', 'гвб', 'агв', 'баг', 'вба'])
  expect(rotated(letters, 1, 3).map(({ number }) => number)).toEqual([1, 0, -1])
  expect(rotated(['а'], 7, 3)).toEqual([{ number: 7, thing: 'а' }])
  expect(rotated([], 7, 3)).toEqual([])
})

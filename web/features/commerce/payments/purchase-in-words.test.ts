import { expect, test } from 'vitest'
import { boughtInWords, dayInWords, sumInWords, tariffInWords } from './purchase-in-words.ts'

const Tariff = { title: 'Обычный', durationTitle: '3 месяца' }

test.each([
  [['Фотографы'], 'Фотографы'],
  [['а', 'б', 'в', 'г'], 'а, б, в, г'],
  [['а', 'б', 'в', 'г', 'д'], 'а, б, в и ещё 2'],
  [[], 'Обычный'],
])('%j was bought: «%s»', (productNames, words) => {
  expect(boughtInWords({ productNames, Tariff })).toBe(words)
})

test('a tariff without a length is its title', () => {
  expect(tariffInWords({ Tariff })).toBe('Обычный, 3 месяца')
  expect(tariffInWords({ Tariff: { title: 'Пакет', durationTitle: '' } })).toBe('Пакет')
})

test('sums are roubles', () => {
  expect(sumInWords(1_499.5)).toBe('1 499,50 руб.'.replaceAll(' ', '\u00A0'))
})

test('the day is that of the person’s zone', () => {
  expect(dayInWords('2026-11-20T22:00:00Z', 'Europe/Moscow')).toMatch(/^21 ноября 2026/)
})

import { expect, test } from 'vitest'
import { exactTime, relativeTime, shortTime, spanInWords } from './relative-time.ts'

const now = new Date('2026-03-10T12:00:00Z')
const zone = 'Europe/Moscow'

test.each([
  ['2026-03-10T12:00:00Z', 'только что'],
  ['2026-03-10T11:59:01Z', 'только что'],
  ['2026-03-10T12:03:00Z', 'только что'],
  ['2026-03-10T11:59:00Z', '1 минуту назад'],
  ['2026-03-10T11:55:00Z', '5 минут назад'],
  ['2026-03-10T10:59:00Z', '1 час назад'],
  ['2026-03-09T13:00:00Z', '23 часа назад'],
  ['2026-03-09T11:00:00Z', 'вчера'],
  ['2026-03-08T11:00:00Z', 'позавчера'],
  ['2026-03-05T11:00:00Z', '5 дней назад'],
  ['2026-03-01T11:00:00Z', '1 марта'],
  ['2025-12-31T20:00:00Z', '31 декабря 2025 г.'],
  // In Moscow the new year has already come.
  ['2025-12-31T22:00:00Z', '1 января'],
  ['2026-03-12T12:00:00Z', '12 марта'],
])('%s is %s', (moment, words) => {
  expect(relativeTime(new Date(moment), now, zone)).toBe(words)
})

test.each([
  ['2026-03-10T12:00:00Z', 'сейчас'],
  ['2026-03-10T12:03:00Z', 'сейчас'],
  ['2026-03-10T11:59:00Z', '1 мин'],
  ['2026-03-10T10:59:00Z', '1 ч'],
  ['2026-03-09T13:00:00Z', '23 ч'],
  ['2026-03-09T11:00:00Z', 'вчера'],
  ['2026-03-05T11:00:00Z', '5 дн.'],
  ['2026-03-01T11:00:00Z', '1 мар.'],
  ['2025-12-31T20:00:00Z', '12.2025'],
  ['2025-12-31T22:00:00Z', '1 янв.'],
])('%s in short is %s', (moment, words) => {
  expect(shortTime(new Date(moment), now, zone)).toBe(words)
})

test('how long something took is given in its largest whole unit', () => {
  const minute = 60_000
  expect([-5, 59_000, 4 * minute, 61 * minute, 50 * 60 * minute].map(spanInWords)).toEqual([
    'минуту',
    'минуту',
    '4 мин',
    '1 ч',
    '2 дн.',
  ])
})

test('the exact time is given in the zone of the reader', () => {
  expect(exactTime(new Date('2026-03-10T21:30:00Z'), zone)).toMatch(/^11 марта 2026 г\..* 00:30/)
})

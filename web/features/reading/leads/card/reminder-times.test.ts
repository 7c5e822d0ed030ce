import { expect, test } from 'vitest'
import { reminderInWords, reminderTimes } from './reminder-times.ts'

const now = Date.parse('2026-03-28T22:30:00.000Z')

test('an hour from now, and nine in the morning by the clocks of the reader', () => {
  expect(reminderTimes(now, 'Europe/Moscow')).toEqual([
    { title: 'Через час', at: '2026-03-28T23:30:00.000Z' },
    // In Moscow it is the 29th by then.
    { title: 'Завтра в 9', at: '2026-03-30T06:00:00.000Z' },
    { title: 'Через неделю', at: '2026-04-05T06:00:00.000Z' },
  ])
  // The clocks of Berlin go forward that night.
  expect(reminderTimes(now, 'Europe/Berlin')[1]?.at).toBe('2026-03-29T07:00:00.000Z')
})

test.each([
  ['2026-03-28T22:45:00.000Z', 'сегодня, 01:45'],
  ['2026-03-30T06:00:00.000Z', 'завтра, 09:00'],
  ['2026-03-28T06:00:00.000Z', 'вчера, 09:00'],
  ['2026-04-12T06:00:00.000Z', '12 апр., 09:00'],
])('%s is %s', (at, words) => {
  expect(reminderInWords(at, now, 'Europe/Moscow')).toBe(words)
})

import { expect, test } from 'vitest'
import { dayInWords } from './day-in-words.ts'

test('the day is that of the person’s zone', () => {
  expect(dayInWords('2026-11-20T22:00:00Z', 'Europe/Moscow')).toMatch(/^21 ноября 2026/)
})

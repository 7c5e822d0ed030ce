import { describe, expect, test } from 'vitest'
import { readPause } from './pause.ts'
import { momentOfDay } from './wall-time.ts'

/** Friday, 15:00 in Moscow. */
const now = new Date('2026-11-20T12:00:00Z')
const at = (written: string, more: Partial<Parameters<typeof readPause>[1]> = {}): string | null =>
  readPause(written, { now, timeZone: 'Europe/Moscow', quietTo: null, ...more })?.toISOString() ?? null

describe('a pause', () => {
  test.each([
    ['1ч', '2026-11-20T13:00:00.000Z'],
    ['1 час', '2026-11-20T13:00:00.000Z'],
    ['на 3 часа', '2026-11-20T15:00:00.000Z'],
    ['час', '2026-11-20T13:00:00.000Z'],
    ['30 мин', '2026-11-20T12:30:00.000Z'],
    ['сутки', '2026-11-21T12:00:00.000Z'],
    ['2 дня', '2026-11-22T12:00:00.000Z'],
    ['неделю', '2026-11-27T12:00:00.000Z'],
    ['до утра', '2026-11-21T05:00:00.000Z'],
    ['До утра', '2026-11-21T05:00:00.000Z'],
    ['до завтра', '2026-11-21T05:00:00.000Z'],
    ['до вечера', '2026-11-20T15:00:00.000Z'],
    ['до 18:30', '2026-11-20T15:30:00.000Z'],
    ['до 9', '2026-11-21T06:00:00.000Z'],
    ['30 дней', '2026-12-20T12:00:00.000Z'],
  ])('%s ends at %s', (written, expected) => {
    expect(at(written)).toBe(expected)
  })

  test.each(['', 'когда-нибудь', '0ч', '31 день', '9999 недель', 'до 25:00', '-1ч', '1ч; drop table users'])(
    '«%s» is none',
    (written) => {
      expect(at(written)).toBeNull()
    },
  )

  test('the morning is the end of the quiet hours, of the clock of the person', () => {
    expect(at('до утра', { quietTo: '10:30' })).toBe('2026-11-21T07:30:00.000Z')
    expect(at('до утра', { timeZone: 'Asia/Vladivostok' })).toBe('2026-11-20T22:00:00.000Z')
    // Before the morning it is that of the same day.
    expect(at('до утра', { now: new Date('2026-11-20T01:00:00Z') })).toBe('2026-11-20T05:00:00.000Z')
  })
})

describe('a time of a day', () => {
  test.each([
    ['Europe/Moscow', 0, 0, '2026-11-19T21:00:00.000Z'],
    ['UTC', 0, 0, '2026-11-20T00:00:00.000Z'],
    ['Pacific/Kiritimati', 0, 0, '2026-11-20T10:00:00.000Z'],
    ['America/New_York', 1, 540, '2026-11-21T14:00:00.000Z'],
  ])('in %s, %i days on, %i minutes after midnight', (zone, days, minutes, expected) => {
    expect(momentOfDay(now, zone, days, minutes).toISOString()).toBe(expected)
  })

  test('keeps to the clock over a change of it', () => {
    const eve = new Date('2026-03-28T12:00:00Z')
    expect(momentOfDay(eve, 'Europe/Berlin', 0, 540).toISOString()).toBe('2026-03-28T08:00:00.000Z')
    expect(momentOfDay(eve, 'Europe/Berlin', 1, 540).toISOString()).toBe('2026-03-29T07:00:00.000Z')
    expect(momentOfDay(eve, 'Europe/Berlin', 1, 0).toISOString()).toBe('2026-03-28T23:00:00.000Z')
  })
})

import { describe, expect, it } from 'vitest'
import { lastMonth, readRange, readWrittenDay, shareInPercent, stepInWords, writtenDay } from './report-days.ts'

describe('the days of a report', () => {
  it.each([
    ['2026-11-23', '2026-10-23'],
    ['2026-03-31', '2026-02-28'],
    ['2024-03-30', '2024-02-29'],
    ['2026-01-15', '2025-12-15'],
  ])('of the last month: up to %s from %s', (today, first) => expect(lastMonth(today)).toEqual([first, today]))

  it.each([
    ['01.01.2016', '2016-01-01'],
    ['24.11.2026', '2026-11-24'],
    ['25.11.2026', null],
    ['31.12.2015', null],
    ['31.02.2026', null],
    ['2026-01-01', null],
    [null, null],
  ])('%s is %s', (written, day) => expect(readWrittenDay(written, '2026-11-23')).toBe(day))

  it('come from the address, or are those of the last month', () => {
    const of = (search: string) => readRange(new URLSearchParams(search), '2026-11-23')
    expect(of('from=01.02.2026&to=03.02.2026')).toEqual(['2026-02-01', '2026-02-03'])
    expect(of('from=04.02.2026&to=03.02.2026')).toEqual(['2026-10-23', '2026-11-23'])
    expect(of('from=04.02.2026')).toEqual(['2026-10-23', '2026-11-23'])
  })

  it('are written in words', () => {
    expect(writtenDay('2026-03-01')).toBe('01.03.2026')
    expect(stepInWords('2026-03-02', 'day')).toBe('2 марта')
    expect(stepInWords('2026-03-02', 'week')).toBe('неделя с 2 марта')
    expect(stepInWords('2026-03-01', 'month')).toBe('март 2026 г.')
    expect([shareInPercent(1, 0), shareInPercent(1, 8), shareInPercent(0, 5)]).toEqual([null, '12,5 %', '0 %'])
  })
})

import { expect, it } from 'vitest'
import { readLogFilter, writeLogFilter } from './log-filter.ts'

it('what is looked for in the log goes into the address and comes back, beside what else stands there', () => {
  const filter = { who: 'anna@example.ru', action: 'roles-changed', from: '2026-03-01', to: null, byStaff: true }
  const written = writeLogFilter(new URLSearchParams('tab=log&to=2026-03-05'), filter)
  expect(written.toString()).toBe('tab=log&who=anna%40example.ru&action=roles-changed&from=2026-03-01&staff=1')
  expect(readLogFilter(written)).toEqual(filter)
  expect(readLogFilter(new URLSearchParams('action=%3Cb%3E&from=yesterday&to=2026-13-01'))).toEqual({
    who: '',
    action: null,
    from: null,
    to: null,
    byStaff: false,
  })
})

import { expect, test } from 'vitest'
import { emptyFilter } from '../../../../../contract/reading/filters.ts'
import { areNewFromFeed, belongs, leadQuestion, newQuestion } from './board-question.ts'
import { sampleLead } from './lead.samples.ts'
import { usualLeads } from './leads-address.ts'

const now = Date.parse('2026-03-10T12:00:00Z')

test('a column asks for its status, and for no more than the address says', () => {
  expect(leadQuestion(usualLeads, 'inWork')).toEqual({ limit: 20, status: 'inWork' })
  const asked = { ...usualLeads, whose: 'mine', list: 'due' as const, find: ' кошки ', product: 'project:3' }
  expect(leadQuestion(asked, null)).toEqual({
    limit: 20,
    whose: 'mine',
    list: 'due',
    find: 'кошки',
    product: 'project:3',
  })
})

test('new ones are hot messages of three days, and stale ones of them those older than an hour', () => {
  expect(newQuestion(usualLeads, now)).toEqual({
    filter: { ...emptyFilter, intent: 'hot', leadStatuses: ['new'], recentDays: 3 },
  })
  expect(newQuestion({ ...usualLeads, list: 'stale', product: 'category:5', find: 'кошки' }, now)).toEqual({
    filter: {
      ...emptyFilter,
      intent: 'hot',
      leadStatuses: ['new'],
      categories: [5],
      fromDate: '2026-03-07T12:00:00.000Z',
      toDate: '2026-03-10T11:00:00.000Z',
    },
    search: 'кошки',
  })
})

test('what someone has, and what is due or forgotten, is not looked for in the feed', () => {
  expect(areNewFromFeed(usualLeads)).toBe(true)
  expect(areNewFromFeed({ ...usualLeads, list: 'stale' })).toBe(true)
  expect(areNewFromFeed({ ...usualLeads, whose: '12' })).toBe(false)
  expect(areNewFromFeed({ ...usualLeads, list: 'due' })).toBe(false)
})

test('a lead belongs to what it is asked by', () => {
  const lead = sampleLead({
    assignee: { id: 2, name: 'Вера' },
    product: { type: 'category', id: 5, name: 'Фотографы' },
  })
  const is = (asked: Partial<typeof usualLeads>): boolean => belongs(lead, { ...usualLeads, ...asked }, 2)
  expect([{}, { whose: 'mine' }, { whose: '2' }, { product: 'category:5' }].map(is)).toEqual([true, true, true, true])
  expect(
    [{ whose: 'none' }, { whose: '3' }, { product: 'project:5' }, { find: 'кошки' }, { list: 'due' as const }].map(is),
  ).toEqual([false, false, false, false, false])
})

import { expect, test } from 'vitest'
import { leadsAddress, readAskedLeads, usualLeads, type AskedLeads } from './leads-address.ts'

test.each<Partial<AskedLeads>>([
  {},
  { view: 'list', status: 'won' },
  { whose: 'mine', list: 'due' },
  { whose: '12', find: 'кошки & собаки', product: 'project:3', lead: 7 },
  { view: 'funnel' },
])('%j is read as it was written', (some) => {
  const asked = { ...usualLeads, ...some }
  expect(readAskedLeads(leadsAddress(asked))).toEqual(asked)
})

test('what is usual is not written', () => {
  expect(leadsAddress(usualLeads)).toBe('')
})

test.each([
  '?view=wall&whose=everybody&list=old&status=sold&lead=x',
  '?whose=0&lead=0&product=all',
  '?product=group:2/17&whose=-3&lead=1e3',
])('%s says nothing', (search) => {
  expect(readAskedLeads(search)).toEqual(usualLeads)
})

import { expect, test } from 'vitest'
import type { Subscription } from '../../../../contract/access/subscriptions.ts'
import { subscription } from './subscription.samples.ts'
import { untilWhen } from './until-when.ts'

const now = new Date('2026-11-20T12:00:00Z')
const held = (id: number, type: Subscription['Tariff']['type'], expiresAt: string) =>
  subscription({ Tariff: { type }, Category: { id, name: '', description: '', free: true, icon: '' }, expiresAt })
const until = (trial: boolean, ...all: Subscription[]) =>
  untilWhen({ productType: 'category', id: 1, trial }, all, now, 'Europe/Moscow')

test('a trial always says when it ends', () => {
  expect(until(true, held(1, 'trial', '2026-11-23T22:00:00Z'))).toBe('пробная до 24 нояб.')
  expect(until(true, held(1, 'trial', '2027-02-01T12:00:00Z'))).toBe('пробная до 1 февр. 2027 г.')
})

test('a project and a list of groups say so as a category does, each of its own number', () => {
  const project = subscription({
    Tariff: { type: 'trial', product: 'project' },
    Category: null,
    MonitoredProject: { id: 1, name: '' },
    expiresAt: '2026-11-23T22:00:00Z',
  })
  const of = (productType: 'category' | 'project' | 'group') =>
    untilWhen({ productType, id: 1, trial: true }, [project], now, 'Europe/Moscow')
  expect([of('category'), of('project'), of('group')]).toEqual([null, 'пробный доступ до 24 нояб.', null])
})

test('what is paid for says so when it ends soon, by the last of the subscriptions', () => {
  expect(until(false, held(1, 'regular', '2026-12-01T12:00:00Z'))).toBe('до 1 дек.')
  expect(until(false, held(1, 'regular', '2026-12-24T12:00:00Z'))).toBeNull()
  expect(until(false, held(1, 'regular', '2026-11-22T12:00:00Z'), held(1, 'team', '2026-12-30T12:00:00Z'))).toBeNull()
  // The trial of the same product is outweighed.
  expect(until(false, held(1, 'trial', '2026-11-22T12:00:00Z'), held(1, 'regular', '2026-12-30T12:00:00Z'))).toBeNull()
})

test("what is seen by a team or a role has no end of one's own", () => {
  expect(until(false)).toBeNull()
  expect(
    until(false, held(2, 'regular', '2026-12-01T12:00:00Z'), held(1, 'regular', '2026-11-19T12:00:00Z')),
  ).toBeNull()
})

test('what stands still is not what one sees by', () => {
  const frozen = { ...held(1, 'regular', '2027-02-01T12:00:00Z'), frozenAt: '2026-11-19T12:00:00Z' }
  expect(until(false, frozen, held(1, 'regular', '2026-12-01T12:00:00Z'))).toBe('до 1 дек.')
})

import { expect, test } from 'vitest'
import {
  isReplaced,
  leftInWords,
  periodInWords,
  runsAgainAt,
  subscriptionHistory,
  subscriptionName,
  subscriptionPage,
  tariffInWords,
} from './subscription-history.ts'
import { subscription } from './subscription.samples.ts'

const now = new Date('2026-11-21T12:00:00Z')
const held = (id: number, startsAt: string, expiresAt: string) => ({ id, startsAt, expiresAt, frozenAt: null })

test('what ends first stands first, of what is over what ended last', () => {
  const { running, coming, over } = subscriptionHistory(
    [
      held(1, '2026-11-01T00:00:00Z', '2026-12-20T00:00:00Z'),
      held(2, '2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z'),
      held(3, '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z'),
      held(4, '2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'),
      held(5, '2026-10-01T00:00:00Z', '2026-11-21T12:00:00Z'),
    ],
    now,
  )
  expect([running, coming, over].map((part) => part.map(({ id }) => id))).toEqual([[2, 1], [3], [5, 4]])
})

test("its days are those of the person's zone", () => {
  const late = held(1, '2026-11-20T22:00:00Z', '2026-12-20T22:00:00Z')
  expect(periodInWords(late, 'Europe/Moscow')).toMatch(/^21 ноября\s.\s21 декабря 2026/)
  expect(periodInWords(late, 'Europe/London')).toMatch(/^20 ноября\s.\s20 декабря 2026/)
})

test('what is frozen is neither running nor over, whenever it was to end', () => {
  const frozen = { ...held(1, '2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z'), frozenAt: '2026-10-20T00:00:00Z' }
  expect(subscriptionHistory([frozen], now)).toEqual({ running: [], frozen: [frozen], coming: [], over: [] })
})

test('a begun day is a day', () => {
  const left = (expiresAt: string, frozenAt: string | null = null) => leftInWords({ expiresAt, frozenAt }, now)
  expect(left('2026-11-21T12:00:01Z')).toBe('остался 1 день')
  expect(left('2026-11-24T12:00:00Z')).toBe('осталось 3 дня')
  expect(left('2026-12-12T12:00:00Z')).toBe('остался 21 день')
  expect(left('2026-11-20T12:00:00Z')).toBe('осталось 0 дней')
})

test('the days of what is frozen wait', () => {
  expect(leftInWords({ expiresAt: '2026-11-20T12:00:00Z', frozenAt: '2026-11-15T12:00:00Z' }, now)).toBe(
    'осталось 5 дней',
  )
})

test('what is frozen runs again when its days for that are used up', () => {
  expect(runsAgainAt(subscription({ frozenAt: '2026-11-15T12:00:00Z', freeze: { times: 1, days: 12 } }))).toBe(
    '2026-11-27T12:00:00.000Z',
  )
})

test('what is no category has a name too', () => {
  expect(subscriptionName(subscription())).toBe('Фотографы')
  expect(subscriptionName(subscription({ Category: null, Tariff: { product: 'group' } }))).toBe('Группы')
  const project = (name: string) =>
    subscription({ Category: null, MonitoredProject: { id: 1, name }, Tariff: { product: 'project' } })
  expect(subscriptionName(project('Ромашка'))).toBe('Ромашка')
  expect(subscriptionName(project(''))).toBe('Проект')
})

test('what was bought, in words', () => {
  expect(tariffInWords(subscription())).toBe('Обычный, 1 месяц')
  expect(tariffInWords(subscription({ MonitoredGroupset: { id: 1, maxSize: 51, Groups: [] } }))).toBe(
    'Обычный, 1 месяц, до 51 группы',
  )
  expect(tariffInWords(subscription({ Tariff: { title: '', durationTitle: '' } }))).toBe('')
})

test.each([
  [null, 1, 25, 6],
  ['1', 1, 25, 6],
  ['2', 2, 5, 1],
  ['9', 2, 5, 1],
  ['0', 1, 25, 6],
  ['две', 1, 25, 6],
])('page %s of 25 subscriptions is page %d, which begins with the one numbered %d', (asked, page, first, last) => {
  const past = Array.from({ length: 24 }, (_, at) =>
    held(at + 1, '2026-01-01T00:00:00Z', new Date(Date.UTC(2026, 1, at + 1)).toISOString()),
  )
  const all = [...past, held(25, '2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z')]
  const found = subscriptionPage(all, now, asked)
  expect(found).toMatchObject({ page, pages: 2 })
  expect([found.shown[0]?.id, found.shown.at(-1)?.id]).toEqual([first, last])
})

test('of none there is one page', () => {
  expect(subscriptionPage([], now, null)).toEqual({ shown: [], page: 1, pages: 1 })
})

test('a trial is replaced by what runs, or stands still, as the same thing paid for', () => {
  const [from, to] = ['2026-11-01T00:00:00Z', '2026-12-20T00:00:00Z']
  const base = subscription({ id: 1, startsAt: from, expiresAt: to })
  const of = (type: 'trial' | 'regular', category: number, more: object = {}) => ({
    ...base,
    Tariff: { ...base.Tariff, product: 'category' as const, type },
    Category: { id: category, name: '', description: '', free: true, icon: '' },
    ...more,
  })
  const tried = of('trial', 7)
  expect(isReplaced(tried, [tried], now)).toBe(false)
  expect(isReplaced(tried, [tried, of('regular', 8)], now)).toBe(false)
  expect(isReplaced(tried, [tried, of('regular', 7)], now)).toBe(true)
  expect(isReplaced(of('regular', 7), [tried, of('regular', 7)], now)).toBe(false)
  expect(isReplaced(tried, [tried, of('regular', 7, { expiresAt: '2026-11-20T00:00:00Z' })], now)).toBe(false)
})

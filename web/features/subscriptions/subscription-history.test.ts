import { expect, test } from 'vitest'
import { daysLeft, periodInWords, subscriptionHistory, subscriptionName } from './subscription-history.ts'

const now = new Date('2026-11-21T12:00:00Z')
const held = (id: number, startsAt: string, expiresAt: string) => ({ id, startsAt, expiresAt })

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

test('its days are those of the person\'s zone', () => {
  const late = held(1, '2026-11-20T22:00:00Z', '2026-12-20T22:00:00Z')
  expect(periodInWords(late, 'Europe/Moscow')).toMatch(/^21 ноября\s.\s21 декабря 2026/)
  expect(periodInWords(late, 'Europe/London')).toMatch(/^20 ноября\s.\s20 декабря 2026/)
})

test('a begun day is a day', () => {
  expect(daysLeft({ expiresAt: '2026-11-21T12:00:01Z' }, now)).toBe(1)
  expect(daysLeft({ expiresAt: '2026-11-24T12:00:00Z' }, now)).toBe(3)
  expect(daysLeft({ expiresAt: '2026-11-20T12:00:00Z' }, now)).toBe(0)
})

test('what is no category has a name too', () => {
  expect(subscriptionName({ Category: { name: 'Фотографы' }, Tariff: { product: 'category' } })).toBe('Фотографы')
  expect(subscriptionName({ Category: null, Tariff: { product: 'group' } })).toBe('Группы')
})

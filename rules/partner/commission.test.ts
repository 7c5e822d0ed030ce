import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { commissionOf, decideEarning, mailboxOf, monthsAfter, type PaymentFacts } from './commission.ts'

const at = new Date('2026-03-10T12:00:00Z')
const later = new Date('2027-03-10T12:00:00Z')
const facts: PaymentFacts = {
  buyerId: 5,
  paid: 100_000,
  at,
  binding: null,
  paidBefore: false,
  promoPartner: null,
  linkPartner: null,
}
const terms = { months: 12 }
const bound = { partnerId: 8, by: 'link' as const, endsAt: later }

describe('who earns of a payment', () => {
  it.each<[string, Partial<PaymentFacts>, object]>([
    ['no one brought them', {}, { earns: false, because: 'direct' }],
    ['a link', { linkPartner: 7 }, { earns: true, partnerId: 7, by: 'link', binds: true, endsAt: later }],
    ['a promo code', { promoPartner: 9 }, { earns: true, partnerId: 9, by: 'promo', binds: true }],
    ['a promo code before a link', { promoPartner: 9, linkPartner: 7 }, { partnerId: 9, by: 'promo' }],
    ['their own link', { linkPartner: 5 }, { earns: false, because: 'self', partnerId: 5 }],
    [
      'their own code, though a link of another',
      { promoPartner: 5, linkPartner: 7 },
      { earns: false, because: 'self' },
    ],
    ['it cost nothing', { paid: 0, linkPartner: 7 }, { earns: false, because: 'free' }],
    ['the first payment was no one’s', { paidBefore: true }, { earns: false, because: 'direct', partnerId: null }],
    [
      'the first payment was no one’s, and a code comes later',
      { paidBefore: true, promoPartner: 9 },
      { earns: false, because: 'direct', partnerId: 9 },
    ],
    [
      'their own code once more',
      { paidBefore: true, promoPartner: 5, linkPartner: 7 },
      { earns: false, because: 'self', partnerId: 5 },
    ],
    ['bound', { binding: bound, promoPartner: 9 }, { earns: true, partnerId: 8, by: 'link', binds: false }],
    ['the term is over', { binding: { ...bound, endsAt: at } }, { earns: false, because: 'over', partnerId: 8 }],
  ])('%s', (_, differs, expected) => {
    expect(decideEarning({ ...facts, ...differs }, terms)).toMatchObject(expected)
  })
})

test.each([
  ['2026-03-10T12:00:00Z', 12, '2027-03-10T12:00:00.000Z'],
  ['2026-01-31T23:59:59Z', 1, '2026-02-28T23:59:59.000Z'],
  ['2024-02-29T00:00:00Z', 12, '2025-02-28T00:00:00.000Z'],
  ['2026-11-30T10:00:00Z', 3, '2027-02-28T10:00:00.000Z'],
])('%s and %d months is %s', (from, months, to) => {
  expect(monthsAfter(new Date(from), months).toISOString()).toBe(to)
})

test('a commission is whole, no more than the share, and less than a kopeck below it', () => {
  const sums = fc.record({ paid: fc.integer({ min: 0, max: 1e12 }), rate: fc.integer({ min: 0, max: 10_000 }) })
  fc.assert(
    fc.property(sums, ({ paid, rate }) => {
      const amount = commissionOf(paid, { rate })
      const exact = BigInt(paid) * BigInt(rate)
      expect(Number.isSafeInteger(amount)).toBe(true)
      expect(BigInt(amount) * 10_000n <= exact && exact < BigInt(amount + 1) * 10_000n).toBe(true)
    }),
  )
  expect(commissionOf(299_900, { rate: 2_000 })).toBe(59_980)
})

test.each([
  ['Anna@Example.ru', 'anna@example.ru', true],
  ['anna+shop@example.ru', 'anna@example.ru', true],
  ['a.n.n.a@gmail.com', 'anna@googlemail.com', true],
  ['anna.p@yandex.ru', 'anna-p@ya.ru', true],
  ['anna.p@example.ru', 'annap@example.ru', false],
  ['anna@mail.ru', 'anna@yandex.ru', false],
])('%s and %s: the same mailbox is %s', (one, other, same) => {
  expect(mailboxOf(one) === mailboxOf(other)).toBe(same)
})

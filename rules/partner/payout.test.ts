import { expect, test } from 'vitest'
import { partnerFacts } from './facts.ts'
import { payoutStatuses, type PayoutMethod, type PayoutStatus } from '../../contract/commerce/partner.ts'
import {
  asksComment,
  asksConfirmation,
  effectOf,
  hiddenEmail,
  hiddenWallet,
  isOpen,
  mayFollow,
  nextStatuses,
  walletMistake,
} from './payout.ts'

const all = Object.keys(payoutStatuses).map(Number) as PayoutStatus[]

test('every open payout can be paid, and every one can end; what has ended stays', () => {
  for (const status of all) {
    expect(nextStatuses(status).length > 0).toBe(isOpen(status))
    if (isOpen(status)) expect(nextStatuses(status)).toContain(10)
    expect(mayFollow(status, status)).toBe(false)
  }
})

test('the sum is held, paid or given back, once', () => {
  expect(all.filter((status) => effectOf(status) === 'paid')).toEqual([10])
  expect(all.filter((status) => effectOf(status) === 'returned')).toEqual([5, 11, 12])
  // Between two statuses that hold the sum nothing moves.
  for (const status of all) expect(effectOf(status) === 'none').toBe(isOpen(status))
})

test('what an admin is asked for', () => {
  expect(all.filter(asksComment)).toEqual([5, 12])
  expect(all.filter(asksConfirmation)).toEqual([5, 10, 11, 12])
})

test.each<[PayoutMethod, string, string, boolean]>([
  ['card', '4111 1111 1111 1111', '', true],
  ['card', '4111 1111 1111 1112', '', false],
  ['card', '4111', '', false],
  ['sbp', '+7 (912) 345-67-89', '', true],
  ['sbp', '89123456789', '', true],
  ['sbp', '+7 495 123-45-67', '', false],
  ['yoomoney', '4100111234567890', '', true],
  ['yoomoney', '1234567890', '', false],
  ['account', '4070 2810 0000 0000 0001', 'ИНН 7707083893, БИК 044525225', true],
  ['account', '40702810000000000001', 'БИК 044525225', false],
  ['account', '40702810000000000001', 'ИНН 7707083893', false],
  ['account', '123', 'ИНН 7707083893, БИК 044525225', false],
])('%s %s %s: right is %s', (method, wallet, other, right) => {
  expect(walletMistake(method, wallet, other) === null).toBe(right)
})

test('what is not to be read by others is hidden', () => {
  expect(hiddenWallet('4111 1111 1111 1234')).toBe('•••• 1234')
  expect(hiddenEmail('anna@example.ru')).toBe('an***@example.ru')
  expect(hiddenEmail('a@example.ru')).toBe('a***@example.ru')
  expect(hiddenEmail('ab@example.ru')).toBe('a***@example.ru')
})

test('what a partner brought and earned is read in one order', () => {
  const money = { paid: 1, requested: 2, available: -3, suspected: 4, held: 5.5, earned: 1_000 }
  expect(partnerFacts({ referrals: 12, paying: 3, money }).map(([title, value]) => `${title}: ${value}`)).toEqual([
    'Привёл: 12',
    'Из них платят: 3',
    'Начислено за всё время: 1\u00A0000\u00A0руб.',
    'Ждёт срока возврата: 5,50\u00A0руб.',
    'На проверке: 4\u00A0руб.',
    'Доступно: −3\u00A0руб.',
    'Заявлено: 2\u00A0руб.',
    'Выплачено: 1\u00A0руб.',
  ])
})

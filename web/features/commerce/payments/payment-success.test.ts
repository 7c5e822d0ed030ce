import { expect, test } from 'vitest'
import type { Purchase } from '../../../../contract/commerce/payments.ts'
import {
  decideThanks,
  failedOrderPath,
  readOrderNumber,
  paidPath,
  reportsFailure,
  reportsSuccess,
  withoutOrder,
  withoutSuccess,
} from './payment-success.ts'

const now = new Date('2026-11-21T12:00:00Z')
const purchase = (account: string, datetime: string, status: Purchase['status'] = 'paid'): Purchase => ({
  account,
  datetime,
  status,
  product: 'category',
  opened: true,
  productNames: ['Фотографы'],
  Tariff: { title: 'Обычный', durationTitle: '1 месяц' },
  sum: 1500,
})

test.each([
  ['#payment_success', true, ''],
  ['#page=2&payment_success', true, '#page=2'],
  ['#payment_success&page=2', true, '#page=2'],
  // A bank adds what it knows to whatever address it was given.
  ['#payment_success&orderId=70906e55&lang=ru', true, ''],
  ['#payment_fail', false, '#payment_fail'],
  ['#page=2', false, '#page=2'],
  ['', false, ''],
])('%j reports success: %s', (hash, reported, without) => {
  expect(reportsSuccess(hash)).toBe(reported)
  expect(withoutSuccess(hash)).toBe(without)
})

test.each([
  ['#payment_fail', true],
  ['#payment_fail&orderId=70906e55&lang=ru', true],
  ['#payment_success', false],
  ['', false],
])('%j reports failure: %s', (hash, reported) => {
  expect(reportsFailure(hash)).toBe(reported)
})

test('the way back to an order names it, and reports failure', () => {
  const { pathname, search, hash } = new URL(failedOrderPath('A1'), 'https://echolot.example')
  expect([pathname, readOrderNumber(search), reportsFailure(hash)]).toEqual(['/order', 'A1', true])
})

test.each([
  ['?order=A1', 'A1', ''],
  ['?page=2&order=A1', 'A1', '?page=2'],
  ['?page=2', null, '?page=2'],
  ['', null, ''],
])('%j names the order %s', (search, order, without) => {
  expect(readOrderNumber(search)).toBe(order)
  expect(withoutOrder(search)).toBe(without)
})

test('one is thanked for the newest purchase, once', () => {
  const [earlier, later] = [purchase('A1', '2026-11-21T10:00:00Z'), purchase('B2', '2026-11-21T11:59:00Z')]
  expect(decideThanks([later, earlier], ['A1'], now, null)).toEqual({ for: later })
  expect(decideThanks([later, earlier], ['A1', 'B2'], now, null)).toBe('nothing')
})

test('what was bought long ago, or given back, is not what was paid just now', () => {
  expect(decideThanks([purchase('A1', '2026-11-20T11:00:00Z')], [], now, null)).toBe('waiting')
  expect(decideThanks([purchase('A1', '2026-11-21T11:00:00Z', 'refunded')], [], now, null)).toBe('waiting')
  expect(decideThanks([], [], now, null)).toBe('waiting')
})

test('of several that were paid at once, the one that the address names is meant', () => {
  const [earlier, later] = [purchase('A1', '2026-11-21T11:58:00Z'), purchase('B2', '2026-11-21T11:59:00Z')]
  expect(decideThanks([later, earlier], [], now, 'A1')).toEqual({ for: earlier })
  expect(decideThanks([later, earlier], ['A1'], now, 'B2')).toEqual({ for: later })
  expect(decideThanks([later, earlier], ['A1'], now, 'A1')).toBe('nothing')
  // Of an order that is not known yet no other is reported instead.
  expect(decideThanks([later], [], now, 'A1')).toBe('waiting')
  expect(decideThanks([purchase('A1', '2026-11-21T11:58:00Z', 'refunded')], [], now, 'A1')).toBe('waiting')
})

test.each(['/feed', '/custom-category', '/groups'])('whoever paid is led to %s, which knows for what', (page) => {
  const { pathname, search, hash } = new URL(paidPath(page, 'A1'), 'https://echolot.example')
  expect([pathname, readOrderNumber(search), reportsSuccess(hash)]).toEqual([page, 'A1', true])
})

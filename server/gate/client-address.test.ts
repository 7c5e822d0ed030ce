import { expect, test } from 'vitest'
import { clientAddress } from './client-address.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['10.0.0.1, 203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:5678', '203.0.113.7'],
  ['"203.0.113.7:5678"', '203.0.113.7'],
  ['2001:db8::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['"[2001:db8::1]:443"', '2001:db8::1'],
  ['unknown', '192.0.2.1'],
  ['_hidden', '192.0.2.1'],
  ['203.0.113.7:x', '192.0.2.1'],
  ['203.0.113.999', '192.0.2.1'],
  ['203.0.113.7, ', '192.0.2.1'],
  ['', '192.0.2.1'],
])('behind a proxy %j comes from %s', (forwarded, address) => {
  expect(clientAddress({ 'x-forwarded-for': forwarded }, '192.0.2.1', true)).toBe(address)
})

test('without a proxy whatever is written counts for nothing', () => {
  expect(clientAddress({ 'x-forwarded-for': '203.0.113.7' }, '192.0.2.1', false)).toBe('192.0.2.1')
})

import { expect, test } from 'vitest'
import { withFields } from './leave-for-gateway.ts'

test('the fields of a form become a query beside what stands there already', () => {
  expect(withFields('https://pay.example/form?lang=ru', { mdOrder: 'a b&c', orderNumber: '7' })).toBe(
    'https://pay.example/form?lang=ru&mdOrder=a+b%26c&orderNumber=7',
  )
})

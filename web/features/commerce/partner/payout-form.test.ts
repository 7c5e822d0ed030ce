import { expect, test } from 'vitest'
import { payoutMistakes, readTypedSum, type PayoutForm } from './payout-form.ts'

const bounds = { available: 2_400.5, smallest: 1_000 }
const card: PayoutForm = { method: 'card', sum: '2 400,50', wallet: '4111 1111 1111 1111', other: '' }
const account: PayoutForm = {
  method: 'account',
  sum: '1000',
  wallet: '40702810900000000001',
  other: 'ООО «Пример», ИНН 7707083893, БИК 044525225',
}
const of = (form: Partial<PayoutForm>, from = card) => payoutMistakes({ ...from, ...form }, bounds)

test('all that is available, and the smallest payout, are fine', () => {
  expect(of({})).toEqual({})
  expect(of({ sum: '1000' })).toEqual({})
  expect(of({}, account)).toEqual({})
})

test.each([
  ['', 'Введите сумму в рублях'],
  ['много', 'Введите сумму в рублях'],
  ['1500,555', 'Введите сумму в рублях'],
  ['2400,51', 'Это больше, чем сейчас доступно к выплате'],
  ['999,99', 'Наименьшая выплата — 1 000 руб.'],
])('the sum «%s» is answered with: %s', (sum, sentence) => {
  expect(of({ sum }).sum?.replaceAll('\u00A0', ' ')).toBe(sentence)
})

test('where the money goes is looked at by its way', () => {
  expect(of({ wallet: '4111 1111 1111 1112' })).toEqual({ wallet: expect.stringContaining('номер карты') })
  expect(of({ method: 'sbp' })).toEqual({ wallet: expect.stringContaining('телефон') })
  expect(of({ method: 'yoomoney' })).toEqual({ wallet: expect.stringContaining('41001') })
})

test('of an account the number and the details are reported each at its own field', () => {
  expect(of({ wallet: '407' }, account)).toEqual({ wallet: 'Расчётный счёт — 20 цифр' })
  expect(of({ other: 'БИК 044525225' }, account)).toEqual({ other: expect.stringContaining('ИНН') })
  expect(of({ other: 'ИНН 7707083893' }, account)).toEqual({ other: expect.stringContaining('БИК') })
})

test('a sum is read as people type it', () => {
  expect(readTypedSum('1 500,50 руб.')).toBe(1500.5)
  expect(readTypedSum('1500 ₽')).toBe(1500)
})

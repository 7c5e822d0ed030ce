import { expect, test } from 'vitest'
import { filledTerms, termsMistakes, termsRequest, type TermsForm } from './terms-form.ts'

const terms = { rate: 20.5, months: 12, holdDays: 14, smallestPayout: 1000, discount: 10 }

test('what was filled in is what is sent', () => {
  expect(termsRequest(filledTerms(terms))).toEqual(terms)
  expect(termsMistakes(filledTerms(terms))).toEqual({})
})

test.each<[keyof TermsForm, string, boolean]>([
  ['rate', '100', true],
  ['rate', '100,01', false],
  ['rate', '20,555', false],
  ['rate', '', false],
  ['months', '0', false],
  ['months', '1,5', false],
  ['holdDays', '0', true],
  ['holdDays', '366', false],
  ['smallestPayout', '0', false],
  ['smallestPayout', '1 000 000', true],
  ['smallestPayout', '1 000 001', false],
  ['discount', 'десять', false],
])('%s «%s»: right is %s', (field, typed, right) => {
  expect(Object.keys(termsMistakes({ ...filledTerms(terms), [field]: typed }))).toEqual(right ? [] : [field])
})

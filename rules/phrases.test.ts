import { describe, expect, test } from 'vitest'
import { distinctPhrases, splitPhrases } from './phrases.ts'

describe('a pasted list', () => {
  test.each([
    ['', []],
    ['ремонт квартиры', ['ремонт квартиры']],
    ['ремонт, отделка ;  дизайн', ['ремонт', 'отделка', 'дизайн']],
    ['ремонт\r\nотделка\n\nдизайн', ['ремонт', 'отделка', 'дизайн']],
    ['"ремонт, отделка", дизайн', ['"ремонт, отделка"', 'дизайн']],
    ['«ремонт, отделка», дизайн', ['«ремонт, отделка»', 'дизайн']],
    ['(ремонт, отделка) квартиры, дизайн', ['(ремонт, отделка) квартиры', 'дизайн']],
    ['"ремонт\nотделка, дизайн', ['"ремонт', 'отделка', 'дизайн']],
    ['Ещё раз, еще  РАЗ, другое', ['Ещё раз', 'другое']],
  ])('%j', (text, phrases) => {
    expect(splitPhrases(text)).toEqual(phrases)
  })
})

test('what is split and put together again is the same', () => {
  const phrases = ['"а, б" в', 'г /3 д', 'е -ж']
  expect(splitPhrases(phrases.join(', '))).toEqual(phrases)
  expect(distinctPhrases(phrases)).toEqual(phrases)
})

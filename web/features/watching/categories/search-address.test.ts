import { expect, test } from 'vitest'
import { readAsked, searchOf } from './search-address.ts'

test.each([
  ['', [], 'OR'],
  ['?keyword=ремонт', ['ремонт'], 'OR'],
  ['?keyword=ремонт+квартиры&keyword=Ремонт%20квартиры&keyword=&operator=AND', ['ремонт квартиры'], 'AND'],
  ['?operator=XOR', [], 'OR'],
  [`?keyword=${'а'.repeat(101)}&keyword=б`, ['б'], 'OR'],
  [
    `?${Array.from({ length: 12 }, (_, at) => `keyword=${at}`).join('&')}`,
    ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'],
    'OR',
  ],
])('%s is read', (search, keywords, operator) => {
  expect(readAsked(search)).toEqual({ keywords, operator })
})

test('what is written is read as it was', () => {
  const asked = { keywords: ['ремонт квартиры', '"a & b"', 'c++'], operator: 'AND' as const }
  expect(readAsked(searchOf(asked))).toEqual(asked)
  expect(searchOf({ keywords: [], operator: 'AND' })).toBe('')
})

import { expect, test } from 'vitest'
import { homeSearchOf, readHomeAsked } from './home-address.ts'

test.each([
  ['', null],
  ['?category=photographers', { category: 'photographers' }],
  ['?category=Плохая&keyword=маникюр', { keyword: 'маникюр' }],
  ['?keyword=%20%20', null],
  [`?keyword=${'а'.repeat(101)}`, null],
  ['?keyword=%20натяжные+потолки', { keyword: 'натяжные потолки' }],
])('%s is read', (search, asked) => {
  expect(readHomeAsked(search)).toEqual(asked)
})

test.each([{ category: 'vets' }, { keyword: 'c++ & "котики"' }])('%j is read as it was written', (asked) => {
  expect(readHomeAsked(homeSearchOf(asked))).toEqual(asked)
})

import { expect, test } from 'vitest'
import { neighboursOf } from './neighbours.ts'

const all = ['a', 'b', 'c', 'd', 'e'].map((slug) => ({ slug }))
const around = (slug: string, count: number): string =>
  neighboursOf(all, slug, count)
    .map((each) => each.slug)
    .join('')

test('those that follow stand first, then those before, and the category itself is none of them', () => {
  expect(around('c', 2)).toBe('de')
  expect(around('c', 9)).toBe('deba')
  expect(around('a', 3)).toBe('bcd')
  expect(around('e', 1)).toBe('d')
  expect(around('unknown', 2)).toBe('ab')
})

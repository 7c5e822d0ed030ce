import { expect, test } from 'vitest'
import { tooManyLinks } from './too-many-links.ts'

test('too many are refused in the words of the specification', () => {
  expect(tooManyLinks(20)).toBe('Можно добавить не больше 20 групп')
})

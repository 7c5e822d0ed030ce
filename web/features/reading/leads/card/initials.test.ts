import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['Вера Белова', 'ВБ'],
  ['вера', 'В'],
  ['Анна-Мария Ли Сон', 'АМ'],
  ['«Фото» 24', 'Ф2'],
  ['★', '?'],
  ['', '?'],
])('%s is %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

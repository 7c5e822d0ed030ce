import { describe, expect, test } from 'vitest'
import { CallError } from '../../../kit/calls/call-error.ts'
import { changesInWords, expectedInWords, publishErrorInWords, versionInWords } from './in-words.ts'

test.each([
  [{ before: 140, after: 168, days: 14, estimated: false }, '12 в день вместо 10'],
  [{ before: 7, after: 7, days: 14, estimated: true }, 'около 0,5 в день, как и сейчас'],
  [{ before: 0, after: 3, days: 0.2, estimated: false }, '3 в день вместо 0'],
])('%j: %s', (preview, words) => {
  expect(expectedInWords(preview)).toBe(words)
})

test('changes are counted by list and named by field', () => {
  expect(
    changesInWords({
      fields: [{ field: 'name', from: 'а', to: 'б' }],
      lists: [
        { list: 'queries', added: ['а', 'б'], removed: ['в'] },
        { list: 'excluded', added: [], removed: ['г'] },
      ],
    }),
  ).toBe('Запросы: +2 −1, Исключения: −1, Название')
})

test.each([
  [{ kind: 'found', restored: null } as const, 'как было до правок'],
  [{ kind: 'published', restored: null } as const, 'опубликована'],
  [{ kind: 'restored', restored: 3 } as const, 'снова версия 3'],
  [{ kind: 'seeded', restored: null } as const, 'возвращена к исходному'],
])('%j: %s', (version, words) => {
  expect(versionInWords(version)).toBe(words)
})

describe('why it was not published', () => {
  const invalid = (dataPath: string, keyword: string) =>
    publishErrorInWords(new CallError('VALIDATION_FAILED', 'Неверно заполнены поля', { dataPath, keyword }))
  test.each([
    ['/slug', 'pattern', 'Адрес: маленькие латинские буквы, цифры и дефис, хотя бы одна буква'],
    ['/queries', 'minItems', 'Добавьте хотя бы один запрос'],
    ['/excluded', 'maxItems', 'Исключения: не больше 400 строк'],
    ['/description', 'minLength', 'Описание: заполните поле'],
    ['/other', 'x', 'Неверно заполнены поля'],
  ])('%s, %s: %s', (path, keyword, words) => {
    expect(invalid(path, keyword)).toBe(words)
  })

  test('anything else says so itself', () => {
    expect(publishErrorInWords(new CallError('CATEGORY_SLUG_ALREADY_TAKEN', 'Этот адрес занят'))).toBe(
      'Этот адрес занят',
    )
  })
})

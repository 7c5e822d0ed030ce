import { describe, expect, it, test } from 'vitest'
import { emptyContent, type CategoryContent } from '../contract/watching/editing.ts'
import { compareContents, isSameContent, linesOf } from './category-changes.ts'

const content = (more: Partial<CategoryContent>): CategoryContent => ({ ...emptyContent, name: 'Фотографы', ...more })

test.each([
  ['', []],
  ['\n  \n', []],
  ['  ищу фотографа \nнужен фотограф\n', ['ищу фотографа', 'нужен фотограф']],
  ['а\nб\nа', ['а', 'б']],
])('the lines of %j are %j', (text, lines) => {
  expect(linesOf(text)).toEqual(lines)
})

describe('what was changed', () => {
  test.each<[string, Partial<CategoryContent>, Partial<CategoryContent>, ReturnType<typeof compareContents>]>([
    ['nothing', { queries: 'а\nб' }, { queries: 'б\n\nа\nа' }, { fields: [], lists: [] }],
    [
      'lines come and go',
      { queries: 'а\nб', excluded: 'в' },
      { queries: 'б\nг', excluded: 'в' },
      { fields: [], lists: [{ list: 'queries', added: ['г'], removed: ['а'] }] },
    ],
    [
      'a line moves to another list',
      { queries: 'а\nб' },
      { queries: 'а', topics: 'б' },
      {
        fields: [],
        lists: [
          { list: 'queries', added: [], removed: ['б'] },
          { list: 'topics', added: ['б'], removed: [] },
        ],
      },
    ],
    [
      'what is shown',
      { free: false, slug: 'a1' },
      { free: true, slug: 'b1' },
      {
        fields: [
          { field: 'slug', from: 'a1', to: 'b1' },
          { field: 'free', from: false, to: true },
        ],
        lists: [],
      },
    ],
  ])('%s', (_, before, after, changes) => {
    expect(compareContents(content(before), content(after))).toEqual(changes)
    expect(isSameContent(content(before), content(after))).toBe(changes.fields.length + changes.lists.length === 0)
  })

  it('of a new category are all its lines, and never nothing', () => {
    expect(compareContents(null, content({ queries: 'а' }))).toEqual({
      fields: [],
      lists: [{ list: 'queries', added: ['а'], removed: [] }],
    })
    expect(isSameContent(null, content({}))).toBe(false)
  })
})

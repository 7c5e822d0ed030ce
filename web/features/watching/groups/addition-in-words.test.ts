import { expect, test } from 'vitest'
import type { Addition, LinkStatus } from '../../../../contract/watching/groups.ts'
import { failedLinks, summaryOf } from './addition-in-words.ts'

const addition = (...statuses: LinkStatus[]): Addition => {
  const done = statuses.filter((status) => status !== 'waiting').length
  return {
    id: 1,
    total: statuses.length,
    done,
    finished: done === statuses.length,
    items: statuses.map((status, at) => ({ link: `l${at}`, status, result: null })),
  }
}

test.each([
  [['waiting', 'added'], 'Проверено 1 из 2'],
  [
    ['added', 'added', 'added', 'duplicate', 'private', 'error'],
    'Добавлено: 3 группы, уже в списке: 1, не подошло: 2 ссылки',
  ],
  [['added'], 'Добавлено: 1 группа'],
  [['not_found'], 'Ничего не добавлено, не подошло: 1 ссылка'],
  [['not_in_demo', 'not_connected'], 'Ничего не добавлено, не подошло: 2 ссылки'],
] as const)('%j', (statuses, words) => {
  expect(summaryOf(addition(...statuses))).toBe(words)
})

test('what did not fit can be tried again', () => {
  expect(failedLinks(addition('added', 'not_found', 'duplicate', 'limit'))).toEqual(['l1', 'l3'])
})

import { expect, it } from 'vitest'
import { readPage, startList, type ListCursor } from './newest-first.ts'

const now = new Date('2026-11-20T12:00:00Z')
const at = (minute: number): number => now.getTime() - 3_600_000 + minute * 1_000
const entries = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => ({ id: `v${to - 1 - n}`, at: at(to - 1 - n), stamp: '' }))
const idsOf = ({ fresh }: ReturnType<typeof readPage>): string[] => fresh.map(({ item }) => item.id)

it('a page on the way back that comes empty does not count for what should stand on it', () => {
  const { cursor: known } = readPage(startList(new Date(at(-1))), entries(0, 5), { nextToken: undefined, now })
  const first = readPage(known, entries(20, 40), { nextToken: 'two', now })
  const empty = readPage(first.cursor, [], { nextToken: undefined, now })
  expect(empty).toMatchObject({ fresh: [], cursor: { edge: known.edge, page: null } })
  const again = readPage(JSON.parse(JSON.stringify(empty.cursor)) as ListCursor, entries(20, 40), {
    nextToken: 'two',
    now,
  })
  const rest = readPage(again.cursor, entries(0, 20), { nextToken: undefined, now })
  expect(idsOf(again)).toEqual([])
  expect(idsOf(rest)).toEqual(entries(5, 20).map(({ id }) => id))
  expect(rest.cursor).toMatchObject({ edge: at(39), page: null })
})

it('a first reading ends where the list does', () => {
  const first = readPage(startList(new Date(at(-1))), entries(0, 5), { nextToken: 'two', now })
  expect(readPage(first.cursor, [], { nextToken: undefined, now }).cursor).toMatchObject({ edge: at(4), page: null })
})

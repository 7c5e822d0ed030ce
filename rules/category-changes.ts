/** What an editor changed of a category: lists of queries are compared line by line, in any order. */
import { queryLists, type CategoryContent, type QueryList } from '../contract/watching/editing.ts'

/** The queries of a list as it is written: one a line, blank ones and the same again left out. */
export const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
]

export const joinLines = (lines: readonly string[]): string => lines.join('\n')

export const shownFields = ['name', 'slug', 'icon', 'free', 'description'] as const
export type ShownField = (typeof shownFields)[number]

export interface ListChange {
  list: QueryList
  added: string[]
  removed: string[]
}
export interface CategoryChanges {
  fields: { field: ShownField; from: string | boolean; to: string | boolean }[]
  /** Only those in which a line came or went. */
  lists: ListChange[]
}

/** @param before null: there was nothing */
export function compareContents(before: CategoryContent | null, after: CategoryContent): CategoryChanges {
  return {
    fields: before
      ? shownFields.flatMap((field) =>
          before[field] === after[field] ? [] : [{ field, from: before[field], to: after[field] }],
        )
      : [],
    lists: queryLists.flatMap((list) => {
      const [was, is] = [linesOf(before?.[list] ?? ''), linesOf(after[list])]
      const [had, has] = [new Set(was), new Set(is)]
      const added = is.filter((line) => !had.has(line))
      const removed = was.filter((line) => !has.has(line))
      return added.length + removed.length === 0 ? [] : [{ list, added, removed }]
    }),
  }
}

/** The order of lines, and blank ones, change nothing. */
export function isSameContent(one: CategoryContent | null, other: CategoryContent): boolean {
  if (one === null) return false
  const { fields, lists } = compareContents(one, other)
  return fields.length === 0 && lists.length === 0
}

/**
 * What a lead category is about: its trades, things and actions in any of their forms, no matter who writes of them. Read
 * from what its people want and from `seeds/topics.txt`; like the frames of `lead-queries.ts` it ends as plain text in our
 * query language. A topic says nothing of asking: that is for `engine/topics` to judge.
 */
import {
  checkDistinct,
  readData,
  readEntries,
  type DataFile,
  type DataLine,
  type Report,
} from '../../../../engine/data/read-data.ts'
import type { Want } from './lead-queries.ts'

/** By slug, one query each. */
export type LeadTopics = ReadonlyMap<string, readonly string[]>

/**
 * @param slugs of all categories
 * @throws DataError
 */
export function readLeadTopics(file: DataFile, slugs: ReadonlySet<string>): LeadTopics {
  return readData([file], (sections, report) => {
    const lists = new Map<string, string>()
    const found = new Map<string, string[]>()
    for (const { at, name, lines } of sections) {
      if (name === '') for (const { key, value } of readEntries(lines, report)) lists.set(key, value)
      else if (!slugs.has(name)) report(at, `no category "${name}"`)
      else if (found.has(name)) report(at, `"${name}" again`)
      else found.set(name, readQueries(lines, lists, report))
    }
    return found
  })
}

function readQueries(lines: readonly DataLine[], lists: ReadonlyMap<string, string>, report: Report): string[] {
  checkDistinct(lines, report)
  return lines.map(({ at, text }) =>
    text.replace(/\{([^{}]*)\}/g, (_, name: string) => {
      const list = lists.get(name)
      if (list === undefined) report(at, `there is no list "${name}" in this file`)
      return list ?? ''
    }),
  )
}

/** What the wants themselves name. A frame of its own names nothing apart from its asking. */
export const topicsOf = (wants: readonly Want[]): string[] => [...new Set(wants.flatMap(topicOf))]

function topicOf(want: Want): string[] {
  if ('query' in want) return []
  if ('service' in want) return [near(anyOf(want.service), 4, want.of)]
  if ('todo' in want) return [near(anyOf(`${want.todo}, ${want.does ?? ''}`), 8, want.what)]
  const person = anyOf(`${want.who}, ${want.whom}`)
  return [[person, ...[want.about, want.of, want.amid].flatMap((words) => (words ? [anyOf(words)] : []))].join(' ')]
}

const near = (first: string, gap: number, second?: string): string =>
  second === undefined ? first : `${first} /${gap} ${anyOf(second)}`

/** Any forms of these words; several words side by side to the letter. */
function anyOf(text: string): string {
  const items = new Set(
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  )
  return `(${[...items].map((item) => (item.includes(' ') ? `"${item}"` : item)).join(' | ')})`
}

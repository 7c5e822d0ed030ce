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
import { parseQuery } from '../../../../engine/queries/parse.ts'
import { printQuery } from '../../../../engine/queries/print.ts'
import type { Atom, Query, Slot } from '../../../../engine/queries/query.ts'
import { unless, type Want } from './lead-queries.ts'
import { isNameless, reportNameless } from './nameless-words.ts'

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
  return lines.map(({ at, text }) => {
    const whole = text.replace(/\{([^{}]*)\}/g, (_, name: string) => {
      const list = lists.get(name)
      if (list === undefined) report(at, `there is no list "${name}" in this file`)
      return list ?? ''
    })
    return readTopic(at, whole, report)
  })
}

function readTopic(at: string, text: string, report: Report): string {
  const parsed = parseQuery(text)
  if (!parsed.ok) {
    for (const { message } of parsed.mistakes) report(at, message)
    return text
  }
  for (const atom of atomsOf(parsed.query))
    if (atom.kind === 'word' && isNameless(atom.form)) reportNameless(at, atom.form, report)
  return printQuery(nearTogether(inBothAspects(parsed.query), (problem) => report(at, problem)))
}

/** What the query asks for; not what it must not hold. */
function atomsOf(query: Query): Atom[] {
  if (query.kind === 'atom') return [query.atom]
  if (query.kind === 'near' || query.kind === 'chain') return query.slots.flat()
  return query.kind === 'not' ? [] : query.parts.flatMap(atomsOf)
}

/** «присмотреть» and «присматривать»: what is asked for once and what is done as a trade is one action. */
function inBothAspects(query: Query): Query {
  switch (query.kind) {
    case 'atom':
      return { ...query, atom: anyAspectOf(query.atom) }
    case 'near':
    case 'chain':
      return { ...query, slots: query.slots.map((slot) => slot.map(anyAspectOf)) }
    case 'all':
    case 'any':
      return { ...query, parts: query.parts.map(inBothAspects) }
    case 'not':
      return query
  }
}

const anyAspectOf = (atom: Atom): Atom =>
  atom.kind === 'word' && isAction(atom.form) ? { ...atom, anyAspect: true } : atom

/** Nouns that end like verbs. */
const nounsLikeVerbs = new Set([
  'кровать',
  'печать',
  'шерсть',
  'гости',
  'мать',
  'дочь',
  'ночь',
  'речь',
  'печь',
  'снасть',
])

const isAction = (form: string): boolean =>
  /(?:[аеиоуыяс]ть|[зсй]ти|чь)(?:ся|сь)?$/.test(form) && !form.endsWith('ость') && !nounsLikeVerbs.has(form)

/** Brackets side by side would hold anywhere in a message, of whatever length: what they name stands in one sentence, so far apart at most. */
const FARTHEST = 8

function nearTogether(query: Query, report: (problem: string) => void): Query {
  if (query.kind === 'any') return { ...query, parts: query.parts.map((part) => nearTogether(part, report)) }
  if (query.kind !== 'all') return query
  const named = query.parts.filter(({ kind }) => kind !== 'not')
  if (named.length < 2) return query
  const slots = named.map(slotOf)
  if (!slots.every((slot) => slot !== null)) {
    report('brackets side by side hold words and phrases alone: write what stands near something in a line of its own')
    return query
  }
  const chain: Query = { kind: 'chain', slots, gaps: slots.slice(1).map(() => FARTHEST - 1) }
  const others = query.parts.filter(({ kind }) => kind === 'not')
  return others.length === 0 ? chain : { kind: 'all', parts: [chain, ...others] }
}

function slotOf(query: Query): Slot | null {
  if (query.kind === 'atom') return [query.atom]
  if (query.kind !== 'any') return null
  const slots = query.parts.map(slotOf)
  return slots.every((slot) => slot !== null) ? slots.flat() : null
}

/** What the wants themselves name. A frame of its own names nothing apart from its asking. */
export const topicsOf = (wants: readonly Want[]): string[] => [
  ...new Set(wants.flatMap((want) => topicOf(want).map((topic) => unless(topic, want.without)))),
]

function topicOf(want: Want): string[] {
  if ('query' in want) return []
  if ('service' in want) return [near(anyOf(want.service), 4, want.of)]
  if ('todo' in want) return [near(anyOf(`${want.todo}, ${want.does ?? ''}`), FARTHEST, want.what)]
  const { who, whom, about, of, amid } = want
  const person = near(near(anyOf(`${who}, ${whom}`), FARTHEST, about), FARTHEST, of)
  return [amid === undefined ? person : `(${person}) ${anyOf(amid)}`]
}

const near = (first: string, gap: number, second?: string): string =>
  second === undefined ? first : `${first} /${gap} ${anyOf(second)}`

/** Any forms of these words; several words side by side to the letter. «Кто» and «кого-нибудь» stand among them for the frames alone. */
function anyOf(text: string): string {
  const items = new Set(
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '' && !isNameless(item)),
  )
  return `(${[...items].map(asWritten).join(' | ')})`
}

/** «Цветы» would fit every «цвет», and «обеды» «до обеда». */
const formsOfAnother = new Set(['цветы', 'обеды'])

function asWritten(item: string): string {
  if (item.includes(' ') || formsOfAnother.has(item)) return `"${item}"`
  return isAction(item) ? `~${item}` : item
}

/** What a project looks for, as its owner wrote it -> queries, and what is wrong with them, each at its place. */
import type { ProjectFields, QueryMistake } from '../../../../contract/watching/projects.ts'
import { parseQuery } from '../../../../engine/queries/parse.ts'
import type { Atom, Query } from '../../../../engine/queries/query.ts'

/**
 * In all queries of a project together: each of them is looked up in every segment of what is stored, and no one who writes
 * them themselves has a tenth of it.
 */
const MOST_WORDS = 2_000
/** A beginning stands for many words. */
const WORDS_OF_BEGINNING = 5

type QueryFields = Pick<ProjectFields, QueryMistake['field']>

export interface ReadQueries {
  keywords: Query[]
  context: Query[]
  excluded: Query[]
  mistakes: QueryMistake[]
}

/** What is blank is no query and no mistake. */
export function readQueries(fields: QueryFields): ReadQueries {
  const mistakes: QueryMistake[] = []
  let words = 0
  const read = (field: QueryMistake['field']): Query[] =>
    fields[field].flatMap((text, index) => {
      if (text.trim() === '') return []
      const parsed = parseQuery(text)
      if (!parsed.ok) {
        mistakes.push(
          ...parsed.mistakes.map(({ start, end, message }) => ({ field, index, from: start, to: end, message })),
        )
        return []
      }
      const before = words
      words += countWords(parsed.query)
      if (words <= MOST_WORDS) return [parsed.query]
      // Reported once: where it becomes too much.
      if (before <= MOST_WORDS) mistakes.push({ field, index, from: 0, to: text.length, message: TOO_MANY_WORDS })
      return []
    })
  return { keywords: read('keywords'), context: read('context'), excluded: read('excludedKeywords'), mistakes }
}

const TOO_MANY_WORDS = `Слишком много слов: в одном проекте их не больше ${MOST_WORDS.toLocaleString('ru')}, слово со звёздочкой считается за ${WORDS_OF_BEGINNING}.`

function countWords(query: Query): number {
  switch (query.kind) {
    case 'atom':
      return weightOf(query.atom)
    case 'near':
    case 'chain':
      return sum(query.slots.flat().map(weightOf))
    case 'all':
    case 'any':
      return sum(query.parts.map(countWords))
    case 'not':
      return countWords(query.part)
  }
}

function weightOf(atom: Atom): number {
  if (atom.kind === 'phrase') return atom.forms.length
  return atom.kind === 'prefix' ? WORDS_OF_BEGINNING : 1
}

const sum = (counts: number[]): number => counts.reduce((total, count) => total + count, 0)

/** Of stored ones: what does not parse, because the language has changed since, looks for nothing. */
export function parseStored(texts: readonly string[]): Query[] {
  return texts.flatMap((text) => {
    const parsed = parseQuery(text)
    return parsed.ok ? [parsed.query] : []
  })
}

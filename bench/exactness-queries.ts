/**
 * How exact whole queries are: made-up queries as people write them, each with sentences that fit and sentences that do not
 * (`queries/*.txt`), decided by the matcher as it is shipped and by the same matcher over Snowball's stems. Every error comes with
 * its cause: the header it stands under, what the query's words are and which of them the sentence lacks.
 */
import { readFileSync } from 'node:fs'
import type { Language } from '../engine/language/language.ts'
import { tokenise } from '../engine/language/tokenise.ts'
import { createMatcher } from '../engine/match/matcher.ts'
import { queryWords } from '../engine/queries/query-words.ts'
import { parsed } from './exactness-brands.ts'

export interface QueryCase {
  cause: string
  query: string
  sentences: { text: string; fits: boolean }[]
}

export interface QueryError {
  cause: string
  query: string
  text: string
  /** The sentence fits and was not taken, or the other way round. */
  kind: 'missed' | 'wrong'
  why: string
}

export interface QueryScore {
  queries: number
  sentences: number
  missed: number
  wrong: number
  errors: QueryError[]
}

/** @param name of a file of `bench/queries/`; throws at a line that says nothing, by file and line */
export function readQueryCases(name: string): QueryCase[] {
  const cases: QueryCase[] = []
  let cause = ''
  readFileSync(new URL(`queries/${name}`, import.meta.url), 'utf8')
    .split('\n')
    .forEach((written, index) => {
      const line = written.trim()
      if (line === '' || line.startsWith('#')) return
      const [sign, text] = [line.slice(0, 2), line.slice(2)]
      if (line.startsWith('[') && line.endsWith(']')) cause = line.slice(1, -1)
      else if (sign === '? ' && cause !== '') cases.push({ cause, query: text, sentences: [] })
      else if ((sign === '+ ' || sign === '- ') && cases.length > 0)
        cases.at(-1)!.sentences.push({ text, fits: sign === '+ ' })
      else throw new Error(`${name}:${index + 1}: neither [cause] nor "? query", "+ fits" or "- does not fit": ${line}`)
    })
  return cases
}

export function scoreQueries(cases: readonly QueryCase[], language: Language): QueryScore {
  const matcher = createMatcher(language)
  cases.forEach(({ query }, id) => matcher.add(id, { keywords: [parsed(query)], context: [], excluded: [] }))
  const errors = cases.flatMap(({ cause, query, sentences }, id) =>
    sentences
      .filter(({ text, fits }) => matcher.matchIds(text).includes(id) !== fits)
      .map(({ text, fits }): QueryError => ({
        cause,
        query,
        text,
        kind: fits ? 'missed' : 'wrong',
        why: explained(language, query, text),
      })),
  )
  const missed = errors.filter(({ kind }) => kind === 'missed').length
  return {
    queries: cases.length,
    sentences: cases.reduce((sum, { sentences }) => sum + sentences.length, 0),
    missed,
    wrong: errors.length - missed,
    errors,
  }
}

/** Each word of the query with its lemmas, and the words of the sentence that share one. */
function explained(language: Language, query: string, text: string): string {
  const tokens = tokenise(text)
  return queryWords(parsed(query))
    .map((word) => {
      const lemmas = language.lemmas(word)
      const met = tokens.filter(({ form }) => language.lemmas(form).some((lemma) => lemmas.includes(lemma)))
      return `${lemmas.join('/')} ${met.length > 0 ? `← ${met.map(({ form }) => form).join(', ')}` : 'is not there'}`
    })
    .join('; ')
}

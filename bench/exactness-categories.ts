/**
 * Precision and recall of the seeded categories over real messages of which people read whose lead they are
 * (`category-labels.ndjson`: ids alone, the messages lie in ../shared/data). Queries are written with an eye on the messages
 * whose number is even; those with an odd one are held back. Categories count one by one: a message may be a lead of two.
 */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { zstdDecompressSync } from 'node:zlib'
import type { Language } from '../engine/language/language.ts'
import { openCategoryDecider } from './decide-categories.ts'

interface Message {
  id: string
  text: string
}

interface Label {
  id: string
  slugs: string[]
}

export interface CategoryRow {
  part: 'even' | 'odd'
  messages: number
  leads: number
  found: number
  wrong: string[]
  missed: string[]
}

const MESSAGES = fileURLToPath(new URL('../../shared/data/messages.ndjson.zst', import.meta.url))
const LABELS = fileURLToPath(new URL('../server/features/watching/categories/category-labels.ndjson', import.meta.url))

export const labelledMessagesThere = (): boolean => existsSync(MESSAGES)

export async function measureCategories(language: Language): Promise<CategoryRow[]> {
  const lines = readFileSync(LABELS, 'utf8').trim().split('\n')
  const labels = new Map(lines.map((line): Label => JSON.parse(line)).map(({ id, slugs }) => [id, slugs]))
  const categoriesOf = await openCategoryDecider(language)
  const rows: CategoryRow[] = (['even', 'odd'] as const).map((part) => ({
    part,
    messages: 0,
    leads: 0,
    found: 0,
    wrong: [],
    missed: [],
  }))
  for (const line of zstdDecompressSync(readFileSync(MESSAGES)).toString().split('\n')) {
    const wanted = labels.get(idOf(line))
    if (!wanted) continue
    const { id, text }: Message = JSON.parse(line)
    const row = rows[Number(id.slice(id.lastIndexOf('-') + 1)) % 2]!
    const taken = categoriesOf(text)
    row.messages++
    row.leads += wanted.length
    row.found += taken.filter((slug) => wanted.includes(slug)).length
    row.wrong.push(...taken.filter((slug) => !wanted.includes(slug)).map((slug) => `${id} ${slug}`))
    row.missed.push(...wanted.filter((slug) => !taken.includes(slug)).map((slug) => `${id} ${slug}`))
  }
  return rows
}

/** Without reading the rest: one message in three hundred is labelled. */
function idOf(line: string): string {
  return /^\{"id": ?"([^"]+)"/.exec(line)?.[1] ?? ''
}

/** Which categories bring what some words are about: their messages of the stored days are looked through, and their queries. */
import { sql } from 'kysely'
import type { FoundCategory } from '../../../../contract/watching/categories.ts'
import type { InputOf, ResultOf } from '../../../../contract/call.ts'
import type { categories } from '../../../../contract/watching/categories.ts'
import type { Language } from '../../../../engine/language/language.ts'
import { tokenise } from '../../../../engine/language/tokenise.ts'
import { parseQuery } from '../../../../engine/queries/parse.ts'
import { DEFAULT_GAP } from '../../../../engine/queries/query.ts'
import { trialShowsBefore } from '../../../../rules/trial.ts'
import type { AppContext } from '../../../kit/context.ts'
import { DAY } from '../../../kit/clock.ts'
import type { Db } from '../../../kit/sql.ts'
import { yieldEvery } from '../../../kit/yield-every.ts'
import {
  chooseVaried,
  findRecent,
  openDecider,
  readMessages,
  searchStored,
  type NarrowedQuery,
  type Candidate,
  type Decider,
  type ArchivedMessage,
} from '../../../archive/archive.public.ts'
import { listAllCategories, listCategoryQueries } from './categories.public.ts'
import { findInQueries, type Keyword } from './find-in-queries.ts'
import { loadNameFinder } from './find-names.ts'
import { listPublicItems, readPublicItems } from './public-items.ts'
import { isPublicItemSql, showSample } from './samples.public.ts'

type Turn = () => Promise<void>
type Category = Awaited<ReturnType<typeof listAllCategories>>[number]

const MOST_SHOWN = 20
const SAMPLES = 3
/** Of each category a number of its newest items are looked through; no category has more in the stored days, as a rule. */
const MOST_ITEMS = 10_000
/** Texts that are read at most to decide which messages fit, and of each category to show some. */
const MOST_DECIDED = 3_000
const MOST_READ = 60
const AT_ONCE = 10_000
/** In milliseconds: two searches run at once, and what is asked beside them waits several turns of both. */
const LONGEST_TURN = 5

export async function searchCategories(
  { db, clock, language }: Pick<AppContext, 'db' | 'clock' | 'language'>,
  { keywords: written, operator }: InputOf<typeof categories.searchCategories>,
  messageDays: number,
): Promise<ResultOf<typeof categories.searchCategories>> {
  const keywords = written.flatMap((text) => readKeyword(text) ?? [])
  if (keywords.length === 0) return { categories: [], found: 0, days: 0 }
  const when = { now: clock.now(), days: messageDays }
  const turn = yieldEvery(LONGEST_TURN)
  const queries = keywords.map(({ query }) => query)
  const ask: NarrowedQuery = {
    keywords: operator === 'AND' && queries.length > 1 ? [{ kind: 'all', parts: queries }] : queries,
    context: [],
    excluded: [],
  }
  const stored = await findRecent(db, language, ask, { ...when, timeZone: 'UTC', decide: MOST_DECIDED / 2, show: 0 })
  const [items, fitting] = await findFitting(db, language, ask, when, turn)
  const [all, categoryQueries] = await Promise.all([listAllCategories(db), listCategoryQueries(db)])
  const inQueries = await findInQueries(language, all, categoryQueries, keywords, turn)
  const wanted = operator === 'AND' ? keywords.length : 1
  const each = []
  for (const category of all) {
    const ids = items.get(category.id) ?? []
    const fit = ids.flatMap((id) => fitting.get(id) ?? [])
    const found = Math.round(fit.reduce((sum, { worth }) => sum + worth, 0))
    each.push({ category, of: ids.length, fit, found, asked: inQueries.get(category.id) ?? new Set<string>() })
    await turn()
  }
  const met = each
    .filter(({ found, asked }) => found > 0 || asked.size >= wanted)
    .sort((a, b) => b.asked.size - a.asked.size || b.found - a.found || a.category.id - b.category.id)
    .slice(0, MOST_SHOWN)
  const shown: FoundCategory[] = []
  const decider = openDecider(
    language,
    queries.map((query) => ({ keywords: [query], context: [], excluded: [] })),
  )
  try {
    for (const { category, of, fit, found, asked } of met) {
      const { samples: own, met: read } = await readSamples(db, decider, keywords, fit, when.now, turn)
      const samples = own.length > 0 ? own : await readOthers(db, category.id, when.now)
      const holds = new Set([
        ...asked,
        ...(operator === 'AND' && found > 0 ? keywords.map((keyword) => keyword.written) : read),
      ])
      const holding = keywords.map((keyword) => keyword.written).filter((keyword) => holds.has(keyword))
      shown.push({
        ...withoutSlug(category),
        keywords: holding,
        found,
        of,
        inQueries: asked.size >= wanted,
        samples,
        samplesFit: own.length > 0,
      })
    }
  } finally {
    decider.close()
  }
  return { categories: shown, found: stored.total, days: stored.days }
}

const withoutSlug = ({ slug, ...category }: Category) => ({ category, slug })

/**
 * Someone who is only looking around is not informed of brackets: what is no query is taken for its words. Null: there are none.
 * The beginning of a word is none in one letter: half of all messages have such a word.
 */
function readKeyword(written: string): Keyword | null {
  const parsed = parseQuery(written)
  if (parsed.ok) return { written, query: parsed.query }
  const slots = tokenise(written)
    .filter(({ kind, form, end }) => kind !== 'emoji' && !(form.length === 1 && written[end] === '*'))
    .slice(0, 5)
    .map(({ form }) => [{ kind: 'word' as const, form }])
  const [first] = slots
  if (!first) return null
  return {
    written,
    query: slots.length === 1 ? { kind: 'atom', atom: first[0]! } : { kind: 'near', slots, gap: DEFAULT_GAP },
  }
}

/** A message that fits, or may: as many as this of those like it do. */
interface Fitting extends Candidate {
  worth: number
}

/** The messages of each category that were written in the stored days, one of each text, newest first, and which of them fit. */
async function findFitting(
  db: Db,
  language: Language,
  ask: NarrowedQuery,
  when: { now: Date; days: number },
  turn: Turn,
): Promise<[items: Map<number, number[]>, fitting: Map<number, Fitting>]> {
  const from = new Date(when.now.getTime() - when.days * DAY)
  const { rows } = await sql<{ id: number; messages: number[] }>`
    select c.id, array(
      select first.message_id from (
        select distinct on (i.cluster_id) i.message_id, i.seq_id from (
          select * from feed_items i where i.product_type = 'category' and i.product_id = c.id order by i.seq_id desc limit ${MOST_ITEMS}
        ) as i where i.published_at >= ${from} and ${isPublicItemSql} order by i.cluster_id, i.seq_id desc
      ) as first order by first.seq_id desc
    ) as messages from categories c`.execute(db)
  const items = new Map(rows.map(({ id, messages }) => [id, messages]))
  const held = new Set<number>()
  for (const { messages } of rows) {
    for (const id of messages) held.add(id)
    await turn()
  }
  const search = await searchStored(db, language, ask, when)
  const batches: Candidate[][] = []
  for (const batch of search.batches(AT_ONCE)) {
    batches.push(batch.filter(({ id }) => held.has(id)))
    await turn()
  }
  const read = batches.flatMap((batch) => batch.filter(({ sure }) => !sure)).slice(0, MOST_DECIDED)
  const texts = await readMessages(db, read)
  const fits = await listFitting(language, ask, texts, turn)
  const decided = new Set(read.map(({ id }) => id))
  const share = read.length === 0 ? 0 : fits.size / read.length
  const worthOf = ({ id, sure }: Candidate): number => (sure || fits.has(id) ? 1 : decided.has(id) ? 0 : share)
  const fitting = new Map<number, Fitting>()
  for (const batch of batches) {
    for (const candidate of batch) {
      const worth = worthOf(candidate)
      if (worth > 0) fitting.set(candidate.id, { ...candidate, worth })
    }
    await turn()
  }
  return [items, fitting]
}

async function listFitting(
  language: Language,
  ask: NarrowedQuery,
  messages: readonly ArchivedMessage[],
  turn: Turn,
): Promise<Set<number>> {
  const decider = openDecider(language, [ask])
  const fits = new Set<number>()
  try {
    for (const { id, text } of messages) {
      if (decider.match(text).length > 0) fits.add(id)
      await turn()
    }
  } finally {
    decider.close()
  }
  return fits
}

/** Some that a trial would show too, and which of the keywords were met. */
async function readSamples(
  db: Db,
  decider: Decider,
  keywords: readonly Keyword[],
  fit: readonly Fitting[],
  now: Date,
  turn: Turn,
) {
  // The newest, of which most are too new for a trial, and the oldest, which are not.
  const read = fit.length <= MOST_READ ? fit : [...fit.slice(0, MOST_READ / 2), ...fit.slice(-MOST_READ / 2)]
  const met = new Set<string>()
  const messages: (ArchivedMessage & { spans: [number, number][] })[] = []
  for (const message of await readMessages(db, read)) {
    const matches = decider.match(message.text)
    for (const { id } of matches) met.add(keywords[id]!.written)
    if (matches.length > 0) messages.push({ ...message, spans: apart(matches.flatMap(({ spans }) => spans)) })
    await turn()
  }
  const findNames = await loadNameFinder()
  const old = messages.filter(({ publishedAt }) => publishedAt.getTime() < trialShowsBefore(now.getTime()))
  const varied = chooseVaried(
    old.sort((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime()),
    SAMPLES,
  )
  return { met, samples: varied.map((message) => showSample(message, findNames)) }
}

/** Where none of those that fit is old enough to be shown: what else the category brings. */
async function readOthers(db: Db, categoryId: number, now: Date) {
  const before = new Date(trialShowsBefore(now.getTime()))
  const items = await listPublicItems(db, categoryId, { before, look: MOST_READ, most: SAMPLES })
  const findNames = await loadNameFinder()
  return (await readPublicItems(db, items)).map((message) => showSample(message, findNames))
}

function apart(spans: [number, number][]): [number, number][] {
  const found: [number, number][] = []
  for (const [start, end] of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = found.at(-1)
    if (last && start < last[1]) last[1] = Math.max(last[1], end)
    else found.push([start, end])
  }
  return found
}

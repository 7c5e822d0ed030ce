/** What a draft would find in the stored days beside what is published: by the same decision as the stream's, of as many texts as take a moment. */
import type { InputOf, ResultOf } from '../../../../contract/call.ts'
import type { CategoryLists, CategoryPreview, CategorySample, editing } from '../../../../contract/watching/editing.ts'
import { tokenise } from '../../../../engine/language/tokenise.ts'
import type { Query } from '../../../../engine/queries/query.ts'
import { queryWords } from '../../../../engine/queries/query-words.ts'
import { joinLines, linesOf } from '../../../../rules/category-changes.ts'
import { findCategoryNoise } from '../../../../rules/category-noise.ts'
import {
  chooseVaried,
  describeStored,
  readTermShares,
  sampleStored,
  type NarrowedQuery,
  type ArchivedMessage,
} from '../../../archive/archive.public.ts'
import { DAY } from '../../../kit/clock.ts'
import { concurrencyLimit } from '../../../kit/concurrency-limit.ts'
import type { AppContext, CallContext } from '../../../kit/context.ts'
import { perProcess } from '../../../kit/per-process.ts'
import { loadScorer } from '../../../kit/relevance.ts'
import { yieldEvery } from '../../../kit/yield-every.ts'
import { loadNameFinder, showSample, type PublicMessage } from '../categories/samples.public.ts'
import { categoryIndex, type OpenCategoryDraft, type ReadLists } from './category-index.ts'
import { readQueryLines } from './content.ts'
import { accessCategory } from './draft-row.ts'

/** Texts that are read: of what is published, and of what may be decided otherwise. */
const READ = { published: 600, changed: 900 }
const SAMPLES = 8
/** Of what the draft finds so many are read for words. */
const NOISE_READ = 400
const MOST_WORDS = 12
/** Words as common as these say nothing in any message. */
const LARGEST_SHARE = 0.04
/** In milliseconds. */
const LONGEST_TURN = 10

type Turn = () => Promise<void>
type Suspicion = CategorySample['suspicion']

/** Thousands of texts are decided: one editor after the other. */
const oneByOne = perProcess<Pick<AppContext, 'bus'>, { run: ReturnType<typeof concurrencyLimit> }>(() => ({
  run: concurrencyLimit({ running: 1, waiting: 4 }),
}))

export async function previewCategory(
  ctx: CallContext,
  { id, ...draft }: InputOf<typeof editing.previewCategory>,
): Promise<ResultOf<typeof editing.previewCategory>> {
  const { published } = await accessCategory(ctx.db, id)
  return oneByOne(ctx).run(() => compare(ctx, id, published, draft))
}

async function compare(
  ctx: CallContext,
  id: number,
  published: CategoryLists | null,
  draft: CategoryLists,
): Promise<CategoryPreview> {
  const { db, clock, config } = ctx
  const turn = yieldEvery(LONGEST_TURN)
  const when = { now: clock.now(), days: config.messageDays }
  const stored = await describeStored(db, when)
  const index = categoryIndex(ctx)
  await index.read(ctx, turn)
  const lists = readLists(draft)
  const open = await index.openDraft(id, lists)
  try {
    const { standing, moved } = await decideAll(ctx, open, when, asksOf(published, draft), turn)
    const [comesIn, goesOut] = [
      moved.read.filter(({ before, after }) => !before && after),
      moved.read.filter(({ before, after }) => before && !after),
    ]
    const countOf = (found: unknown[], weight: number): number => Math.round(found.length * weight)
    const [coming, going] = [countOf(comesIn, moved.weight), countOf(goesOut, moved.weight)]
    const kept = standing.read.filter(({ before }) => before)
    const before = Math.max(countOf(kept, standing.weight), going)
    const found = [...new Map([...standing.read, ...comesIn].map((one) => [one.message.id, one])).values()].filter(
      ({ after }) => after,
    )
    return {
      days: stored.oldest === null ? 0 : (when.now.getTime() - stored.oldest) / DAY,
      stored: stored.count,
      before,
      after: before + coming - going,
      comesIn: { count: coming, samples: await showSamples(comesIn) },
      goesOut: { count: going, samples: await showSamples(goesOut) },
      stays: { count: before - going, samples: await showSamples(kept.filter(({ after }) => after)) },
      estimated: standing.weight > 1 || moved.weight > 1,
      ...(await findNoise(ctx, found.slice(0, NOISE_READ), [...lists.queries, ...lists.topics], turn)),
    }
  } finally {
    open.close()
  }
}

const readLists = ({ queries, topics, excluded }: CategoryLists): ReadLists => ({
  queries: readQueryLines(queries),
  topics: readQueryLines(topics),
  excluded: readQueryLines(excluded),
})

interface Asks {
  /** All that is published may let in. */
  standing: NarrowedQuery[]
  /** All that the draft may decide otherwise: by a line that came or went, or by one that keeps away. */
  moved: NarrowedQuery[]
}

function asksOf(published: CategoryLists | null, draft: CategoryLists): Asks {
  const ask = (keywords: Query[], context: Query[] = []): NarrowedQuery[] =>
    keywords.length === 0 ? [] : [{ keywords, context, excluded: [] }]
  const was = published && readLists(published)
  const is = readLists(draft)
  const changed = (list: keyof CategoryLists): Query[] => {
    const [before, after] = [linesOf(published?.[list] ?? ''), linesOf(draft[list])]
    return readQueryLines(joinLines([...lacking(before, after), ...lacking(after, before)]))
  }
  const letIn = [...(was?.queries ?? []), ...(was?.topics ?? []), ...is.queries, ...is.topics]
  const excluded = changed('excluded')
  // Without topics keywords decide to the letter, with the first of them they are judged: everything may be decided otherwise.
  const [hadTopics, hasTopics] = [(was?.topics.length ?? 0) > 0, is.topics.length > 0]
  return {
    standing: was ? ask([...was.queries, ...was.topics]) : [],
    moved:
      hadTopics === hasTopics
        ? [...ask([...changed('queries'), ...changed('topics')]), ...(excluded.length > 0 ? ask(letIn, excluded) : [])]
        : ask(letIn),
  }
}

const lacking = (lines: readonly string[], others: readonly string[]): string[] => {
  const there = new Set(others)
  return lines.filter((line) => !there.has(line))
}

interface DecidedMessage {
  message: ArchivedMessage
  before: PublicMessage['spans'] | null
  after: PublicMessage['spans'] | null
}
interface DecidedSample {
  read: DecidedMessage[]
  weight: number
}

async function decideAll(
  { db, language }: CallContext,
  open: OpenCategoryDraft,
  when: { now: Date; days: number },
  asks: Asks,
  turn: Turn,
): Promise<{ standing: DecidedSample; moved: DecidedSample }> {
  const decide = async (among: NarrowedQuery[], most: number): Promise<DecidedSample> => {
    const { messages, weight } = await sampleStored(db, language, among, { ...when, most })
    const read: DecidedMessage[] = []
    for (const message of messages) {
      const decided = open.decide(message.text)
      if (decided.before || decided.after) read.push({ message, ...decided })
      await turn()
    }
    return { read, weight }
  }
  return { standing: await decide(asks.standing, READ.published), moved: await decide(asks.moved, READ.changed) }
}

async function loadSuspicionFinder(): Promise<(text: string) => Suspicion> {
  const scorer = await loadScorer()
  return (text) => {
    const { isUnwanted, intentScore } = scorer.score(text)
    return isUnwanted ? 'unwanted' : intentScore < scorer.thresholds.warm ? 'cold' : null
  }
}

/** Naming no one. */
async function showSamples(found: readonly DecidedMessage[]): Promise<CategorySample[]> {
  const [findNames, findSuspicion] = [await loadNameFinder(), await loadSuspicionFinder()]
  const messages = found
    .map(({ message, before, after }) => ({ ...message, spans: after ?? before ?? [] }))
    .sort((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime() || b.id - a.id)
  return chooseVaried(messages, SAMPLES).map((message) => ({
    ...showSample(message, findNames),
    suspicion: findSuspicion(message.text),
  }))
}

/** Words of what the draft finds, in the forms of the dictionary; no one's name or contact is among them. */
async function findNoise(
  { db, language }: CallContext,
  found: readonly DecidedMessage[],
  own: readonly Query[],
  turn: Turn,
): Promise<Pick<CategoryPreview, 'noisyWords' | 'read'>> {
  const [findNames, findSuspicion] = [await loadNameFinder(), await loadSuspicionFinder()]
  const ownLemmas = new Set(own.flatMap(queryWords).flatMap((form) => language.lemmas(form)))
  const read = []
  for (const { message, after } of found) {
    const { text } = showSample({ ...message, spans: after ?? [] }, findNames)
    const words = new Set<string>()
    for (const { form, kind } of tokenise(text)) {
      if (kind !== 'word' || !/^[а-яa-z][а-яa-z-]{3,}$/.test(form)) continue
      const lemmas = language.lemmas(form)
      if (!lemmas.some((lemma) => ownLemmas.has(lemma))) words.add(lemmas[0]!)
    }
    read.push({ words, suspected: findSuspicion(message.text) !== null })
    await turn()
  }
  const noise = findCategoryNoise(read, 5 * MOST_WORDS)
  const shares =
    noise.length === 0
      ? null
      : await readTermShares(
          db,
          noise.map(({ word }) => word),
        )
  return {
    noisyWords: noise.filter(({ word }) => (shares?.get(word) ?? 0) <= LARGEST_SHARE).slice(0, MOST_WORDS),
    read: read.length,
  }
}

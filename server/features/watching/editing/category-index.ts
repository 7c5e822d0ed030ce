/** All categories as the stream decides them, with a draft of one beside what is published of it. One for each process, read when it is first asked. */
import type { Language } from '../../../../engine/language/language.ts'
import { createMatcher, type Match, type Matcher } from '../../../../engine/match/matcher.ts'
import type { Query } from '../../../../engine/queries/query.ts'
import { chooseEntering, type ProductFit, type TopicJudges } from '../../../../engine/topics/entering.ts'
import type { Likelihoods } from '../../../../engine/topics/topic-classifier.ts'
import { joinLines } from '../../../../rules/category-changes.ts'
import type { AppContext } from '../../../kit/context.ts'
import { perProcess } from '../../../kit/per-process.ts'
import { loadTopicJudges } from '../../../kit/topics.ts'
import { listCategoryQueries } from '../categories/categories.public.ts'
import { readQueryLines } from './content.ts'

/** Queries that are read. */
export interface ReadLists {
  queries: Query[]
  topics: Query[]
  excluded: Query[]
}

/** Where the published queries let the text in, and where those of the draft do; null: they do not. */
export interface Decided {
  before: Match['spans'] | null
  after: Match['spans'] | null
}

export interface OpenCategoryDraft {
  decide(text: string): Decided
  close(): void
}

const REMEMBERED_WORDS = 1 << 15
/** The matcher knows numbers only: drafts have those that no category has. */
const FIRST_DRAFT = 1_000_000_000
const keywordsOf = (id: number): number => 2 * id
const topicsOf = (id: number): number => 2 * id + 1

class CategoryIndex {
  readonly #matcher: Matcher
  readonly #stamps = new Map<number, string>()
  /** Of each whether it has topics, and by what the classifier may know it. */
  readonly #held = new Map<number, Pick<ProductFit, 'judged' | 'seedSlug'>>()
  #nextDraft = FIRST_DRAFT

  constructor(language: Language) {
    this.#matcher = createMatcher(language, { rememberedWords: REMEMBERED_WORDS })
  }

  /** What was published since it was read last. @param turn awaited after each: at first there is much to read */
  async read({ db }: Pick<AppContext, 'db'>, turn: () => Promise<void>): Promise<void> {
    const products = await listCategoryQueries(db)
    const present = new Set(products.map(({ productId }) => productId))
    for (const id of this.#stamps.keys()) if (!present.has(id)) this.#remove(id)
    for (const { productId, keywords, topics, excluded, seedSlug } of products) {
      const stamp = JSON.stringify([keywords, topics, excluded])
      if (this.#stamps.get(productId) === stamp) continue
      this.#remove(productId)
      const lists = {
        queries: readQueryLines(joinLines(keywords)),
        topics: readQueryLines(joinLines(topics)),
        excluded: readQueryLines(joinLines(excluded)),
      }
      this.#put(productId, lists, seedSlug)
      this.#stamps.set(productId, stamp)
      await turn()
    }
  }

  /** Close it. @param id the category it is a draft of */
  async openDraft(id: number, lists: ReadLists): Promise<OpenCategoryDraft> {
    const judges = await loadTopicJudges()
    const draftId = this.#nextDraft++
    this.#put(draftId, lists, this.#held.get(id)?.seedSlug ?? null)
    return {
      decide: (text) => this.#decide(text, id, draftId, judges),
      close: () => this.#remove(draftId),
    }
  }

  #put(id: number, { queries, topics, excluded }: ReadLists, seedSlug: string | null): void {
    // As in the stream: what has no query that can be read looks for nothing.
    if (queries.length === 0) return
    this.#matcher.add(keywordsOf(id), { keywords: queries, context: [], excluded })
    if (topics.length > 0) this.#matcher.add(topicsOf(id), { keywords: topics, context: [], excluded })
    this.#held.set(id, { judged: topics.length > 0, seedSlug })
  }

  #remove(id: number): void {
    this.#stamps.delete(id)
    if (!this.#held.delete(id)) return
    this.#matcher.remove(keywordsOf(id))
    this.#matcher.remove(topicsOf(id))
  }

  #decide(text: string, id: number, draftId: number, judges: TopicJudges): Decided {
    const fitted = new Map<number, FittedCategory>()
    for (const match of this.#matcher.match(text)) {
      const of = Math.floor(match.id / 2)
      // The drafts of other editors.
      if (of >= FIRST_DRAFT && of !== draftId) continue
      const { judged, seedSlug } = this.#held.get(of)!
      const one = fitted.get(of) ?? { id: of, judged, seedSlug, keywords: null, topics: null }
      fitted.set(of, { ...one, [match.id === topicsOf(of) ? 'topics' : 'keywords']: match })
    }
    if (!fitted.has(id) && !fitted.has(draftId)) return { before: null, after: null }
    const once = onceForEach(judges)
    const without = (left: number): Match['spans'] | null => {
      const entering = chooseEntering(
        [...fitted.values()].filter((each) => each.id !== left),
        text,
        once,
      ).find((each) => each.id === id || each.id === draftId)
      return entering ? ((entering.keywords ?? entering.topics)?.spans ?? []) : null
    }
    return { before: without(draftId), after: without(id) }
  }
}

interface FittedCategory extends ProductFit {
  id: number
  keywords: Match | null
  topics: Match | null
}

/** For one text: other categories are judged with the published one and with its draft alike, and so is mostly what it asks for. */
function onceForEach({ certaintyOf, intentOf, classify }: TopicJudges): TopicJudges {
  const certainties = new Map<unknown, number>()
  const likelihoods = new Map<string, Likelihoods>()
  return {
    certaintyOf: (about) => remember(certainties, about.spans, () => certaintyOf(about)),
    intentOf,
    classify: (text, fitted) => {
      const slugs = [...fitted].sort()
      return remember(likelihoods, slugs.join(' '), () => classify(text, slugs))
    },
  }
}

function remember<Key, Value extends {}>(known: Map<Key, Value>, key: Key, find: () => Value): Value {
  const before = known.get(key)
  if (before !== undefined) return before
  const found = find()
  known.set(key, found)
  return found
}

export const categoryIndex = perProcess(
  ({ language }: Pick<AppContext, 'language' | 'bus'>) => new CategoryIndex(language),
)

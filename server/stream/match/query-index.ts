/** Products that look for words, in one matcher; who asks about a message hears the same, whether it comes or is searched for. */
import { createMatcher, type Match, type Matcher } from '../../../engine/match/matcher.ts'
import type { Language } from '../../../engine/language/language.ts'
import { parseQuery } from '../../../engine/queries/parse.ts'
import type { Query } from '../../../engine/queries/query.ts'
import { chooseEntering, type ProductFit, type TopicJudges } from '../../../engine/topics/entering.ts'
import { productTypes, type ProductType } from '../../../contract/access/subscriptions.ts'
import type { ProjectQueries, Suppression } from '../../features/watching/projects/projects.public.ts'
import type { Log } from '../../kit/log.ts'
import type { Message } from '../normalise/normalise.ts'

/** A product and what it looks for, as its owner wrote it. */
export interface ProductQueries
  extends
    Pick<ProjectQueries, 'keywords' | 'excluded'>,
    Partial<Pick<ProjectQueries, 'context' | 'networks' | 'kinds' | 'suppression'>> {
  productType: ProductType
  productId: number
  /** What it is about, beside its keywords: with topics all that fits either is judged whether it asks. */
  topics?: readonly string[]
  /** By which the seed knows a category; null: no seed made it. */
  seedSlug?: string | null
}

/** A product in the index, and by what it is known to be as it was. */
interface HeldProduct extends ProductQueries {
  stamp: string
}

/** What a message fits: the product, the query that let it in, and where. `keyword` is null when it is long, and of groups. */
export interface Hit {
  productType: ProductType
  productId: number
  keyword: string | null
  spans: readonly (readonly [number, number])[]
  /** What of the message its product may keep from its readers. */
  suppression: Suppression | null
}

/** As much of a message as decides what it fits. */
export type MatchableMessage = Pick<Message, 'text' | 'network' | 'kind'>

export interface QueryIndex {
  readonly size: number
  /** Nothing is done when the product is there with the same stamp. */
  put(product: ProductQueries, stamp: string): void
  drop(productType: ProductType, productId: number): void
  /** Products of this type that are none of these are dropped. */
  keepOnly(productType: ProductType, ids: ReadonlySet<number>): void
  stampOf(productType: ProductType, productId: number): string | undefined
  match(message: MatchableMessage): Hit[]
  /** The filters of a product that is in the index; undefined when it is not. */
  suppressionOf(productType: ProductType, productId: number): Suppression | null | undefined
}

/** Queries of categories run over many lines; a card shows what is no longer than a person types. */
const LONGEST_SHOWN = 200

// The matcher knows numbers only: a product is its id, its type, and whether its keywords or its topics are meant, in one.
const indexId = (productType: ProductType, productId: number): number =>
  2 * (productId * productTypes.length + productTypes.indexOf(productType))
const topicsOf = (id: number): number => id + 1
const isTopics = (id: number): boolean => id % 2 === 1
const productOf = (id: number): number => id - (id % 2)

export interface QueryIndexOptions {
  /** In the memory for words; few for an index that is soon thrown away. */
  rememberedWords?: number
  /** Judge what is about the topics of a product. Without them topics are not looked for, and keywords decide alone. */
  judges?: TopicJudges
}

export function openQueryIndex(
  language: Language,
  log: Log,
  { rememberedWords, judges }: QueryIndexOptions = {},
): QueryIndex {
  const matcher: Matcher = createMatcher(language, rememberedWords === undefined ? {} : { rememberedWords })
  const held = new Map<number, HeldProduct>()

  function remove(id: number): void {
    if (!held.delete(id)) return
    matcher.remove(id)
    matcher.remove(topicsOf(id))
  }
  function asks({ networks = [], kinds = [] }: HeldProduct, { network, kind }: MatchableMessage): boolean {
    return (networks.length === 0 || networks.includes(network)) && (kinds.length === 0 || kinds.includes(kind))
  }

  return {
    get size() {
      return held.size
    },
    put(product, stamp) {
      const id = indexId(product.productType, product.productId)
      if (held.get(id)?.stamp === stamp) return
      remove(id)
      // A keyword's number in the matcher must be its number here, so both lists leave out the same.
      const read = (texts: readonly string[] = []) =>
        readQueries(texts, (query) => {
          log.warn(
            { productType: product.productType, productId: product.productId, query },
            'a stored query does not parse',
          )
        })
      const [keywords, context, excluded] = [read(product.keywords), read(product.context), read(product.excluded)]
      // With no context that can be read everything would fit that holds a keyword.
      if (keywords.length === 0 || (context.length === 0 && (product.context ?? []).length > 0)) return
      const without = { context: queriesOf(context), excluded: queriesOf(excluded) }
      matcher.add(id, { keywords: queriesOf(keywords), ...without })
      const topics = judges ? read(product.topics) : []
      if (topics.length > 0) matcher.add(topicsOf(id), { keywords: queriesOf(topics), ...without })
      held.set(id, {
        ...product,
        keywords: keywords.map(({ text }) => text),
        topics: topics.map(({ text }) => text),
        stamp,
      })
    },
    drop: (productType, productId) => remove(indexId(productType, productId)),
    keepOnly(productType, ids) {
      for (const [id, product] of held)
        if (product.productType === productType && !ids.has(product.productId)) remove(id)
    },
    stampOf: (productType, productId) => held.get(indexId(productType, productId))?.stamp,
    suppressionOf(productType, productId) {
      const product = held.get(indexId(productType, productId))
      return product && (product.suppression ?? null)
    },
    match(message) {
      const matches = matcher.match(message.text)
      if (matches.length === 0) return []
      const found = new Map<number, Found>()
      for (const match of matches) {
        const id = productOf(match.id)
        const product = held.get(id)
        if (!product || !asks(product, message)) continue
        const judged = judges !== undefined && (product.topics ?? []).length > 0
        const one = found.get(id) ?? {
          product,
          seedSlug: product.seedSlug ?? null,
          judged,
          keywords: null,
          topics: null,
        }
        found.set(id, { ...one, [isTopics(match.id) ? 'topics' : 'keywords']: match })
      }
      return chooseEntering([...found.values()], message.text, judges).map((one) => hitOf(one, spansOf(one)))
    },
  }

  /** Whose owner chose each word looks for all of them; of a category one request is enough. */
  function spansOf({ product, keywords, topics }: Found): Match['spans'] {
    if (product.productType === 'project' && keywords) return matcher.locateAll(keywords.id)
    return (keywords ?? topics)?.spans ?? []
  }
}

/** What of a product a message fits, one or both. */
interface Found extends ProductFit {
  product: HeldProduct
  keywords: Match | null
  topics: Match | null
}

function hitOf({ product, keywords }: Found, spans: Match['spans']): Hit {
  const { productType, productId, suppression = null } = product
  const keyword = keywords && product.keywords[keywords.keyword]!
  return {
    productType,
    productId,
    keyword: keyword === null || keyword.length > LONGEST_SHOWN ? null : keyword,
    spans,
    suppression,
  }
}

interface ReadQuery {
  text: string
  query: Query
}

const queriesOf = (read: ReadQuery[]): Query[] => read.map(({ query }) => query)

function readQueries(texts: readonly string[], unreadable: (text: string) => void): ReadQuery[] {
  return texts.flatMap((text) => {
    const parsed = parseQuery(text)
    if (parsed.ok) return [{ text, query: parsed.query }]
    unreadable(text)
    return []
  })
}

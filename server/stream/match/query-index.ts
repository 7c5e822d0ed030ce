/** Products that look for words, in one matcher; who asks about a message hears the same, whether it comes or is searched for. */
import { createMatcher, type Matcher } from '../../../engine/match/matcher.ts'
import type { Language } from '../../../engine/language/language.ts'
import { parseQuery } from '../../../engine/queries/parse.ts'
import type { Query } from '../../../engine/queries/query.ts'
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

// The matcher knows numbers only: a product is its id and its type in one.
const indexId = (productType: ProductType, productId: number): number =>
  productId * productTypes.length + productTypes.indexOf(productType)

/** @param rememberedWords in the memory for words; few for an index that is soon thrown away */
export function openQueryIndex(language: Language, log: Log, rememberedWords?: number): QueryIndex {
  const matcher: Matcher = createMatcher(language, rememberedWords === undefined ? {} : { rememberedWords })
  const held = new Map<number, HeldProduct>()

  function remove(id: number): void {
    if (held.delete(id)) matcher.remove(id)
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
      matcher.add(id, { keywords: queriesOf(keywords), context: queriesOf(context), excluded: queriesOf(excluded) })
      held.set(id, { ...product, keywords: keywords.map(({ text }) => text), stamp })
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
      return matcher.match(message.text).flatMap((match) => {
        const product = held.get(match.id)
        const keyword = product?.keywords[match.keyword]
        if (!product || keyword === undefined || !asks(product, message)) return []
        const { productType, productId, suppression = null } = product
        return [
          {
            productType,
            productId,
            keyword: keyword.length > LONGEST_SHOWN ? null : keyword,
            spans: match.spans,
            suppression,
          },
        ]
      })
    },
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

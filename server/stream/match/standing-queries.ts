/** The standing queries of the service in one index, kept live while they change. */
import { createMatcher, type Match, type Matcher } from '../../../engine/match/matcher.ts'
import type { Language } from '../../../engine/language/language.ts'
import { parseQuery } from '../../../engine/queries/parse.ts'
import type { Query } from '../../../engine/queries/query.ts'
import { productTypes, type ProductType } from '../../../contract/subscriptions.ts'
import { findCategoryQueries, listCategoryQueries } from '../../features/categories/categories.public.ts'
import type { Bus } from '../../kit/bus.ts'
import type { Log } from '../../kit/log.ts'
import { standingQueries as standingQueriesGauge } from '../../kit/metrics.ts'
import type { Db } from '../../kit/sql.ts'

/** A product and what it looks for, as its owner wrote it. */
export interface ProductQueries {
  productType: ProductType
  productId: number
  keywords: string[]
  excluded: string[]
}

/** Queries of categories run over many lines; a card shows what is no longer than a person types. */
const LONGEST_SHOWN = 200

/** What a message fits: the product, the query that let it in, and where. `keyword` is null when it is long. */
export interface Hit {
  productType: ProductType
  productId: number
  keyword: string | null
  spans: Match['spans']
}

export interface StandingQueries {
  readonly size: number
  match(text: string): Hit[]
  close(): void
}

// The index knows numbers only: a product is its id and its type in one.
const indexId = (productType: ProductType, productId: number): number => productId * productTypes.length + productTypes.indexOf(productType)

export async function openStandingQueries(db: Db, bus: Bus, language: Language, log: Log): Promise<StandingQueries> {
  const matcher: Matcher = createMatcher(language)
  const held = new Map<number, ProductQueries>()

  function put(product: ProductQueries): void {
    const id = indexId(product.productType, product.productId)
    // A keyword's number in the index must be its number here, so both lists leave out the same.
    const read = (texts: string[]): { text: string; query: Query }[] =>
      texts.flatMap((text) => {
        const parsed = parseQuery(text)
        if (parsed.ok) return [{ text, query: parsed.query }]
        log.warn({ productType: product.productType, productId: product.productId, query: text }, 'a stored query does not parse')
        return []
      })
    const keywords = read(product.keywords)
    drop(id)
    if (keywords.length === 0) return
    matcher.add(id, {
      keywords: keywords.map(({ query }) => query),
      context: [],
      excluded: read(product.excluded).map(({ query }) => query),
    })
    held.set(id, { ...product, keywords: keywords.map(({ text }) => text) })
  }
  function drop(id: number): void {
    if (held.delete(id)) matcher.remove(id)
  }
  async function reload(): Promise<void> {
    const products = await listCategoryQueries(db)
    const present = new Set(products.map((product) => indexId(product.productType, product.productId)))
    for (const id of held.keys()) if (!present.has(id)) drop(id)
    for (const product of products) put(product)
    standingQueriesGauge.set(held.size)
  }
  async function refresh(productType: string, productId: number): Promise<void> {
    if (productType !== 'category') return
    const product = await findCategoryQueries(db, productId)
    if (product) put(product)
    else drop(indexId('category', productId))
    standingQueriesGauge.set(held.size)
  }
  const failed = (error: unknown): void => log.error({ err: error }, 'standing queries could not be read; the next notice tries again')
  const stop = [
    bus.on('standing-query.changed', ({ productType, productId }) => void refresh(productType, productId).catch(failed)),
    bus.on('bus.reconnected', () => void reload().catch(failed)),
  ]
  await reload()

  return {
    get size() {
      return held.size
    },
    match(text) {
      return matcher.match(text).flatMap((match) => {
        const product = held.get(match.id)
        const keyword = product?.keywords[match.keyword]
        return product && keyword !== undefined
          ? [{ productType: product.productType, productId: product.productId, keyword: keyword.length > LONGEST_SHOWN ? null : keyword, spans: match.spans }]
          : []
      })
    },
    close: () => stop.forEach((off) => off()),
  }
}

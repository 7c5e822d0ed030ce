/** All cards of a feed at once, however many: for counting what became of them. */
import { sql } from 'kysely'
import { first, fitsIn, isHeld, messagesOf, subscribedProducts, type Sql } from './conditions.ts'
import type { FeedScope } from './scope.ts'

/**
 * As a query of `cluster_id`, `product_type`, `product_id` and `published_at`, of the first that fits of each cluster. There are as many as
 * the feed counts with the same filter.
 */
export function foundCards(scope: FeedScope): Sql {
  const { question } = scope
  return sql`
    select distinct on (i.cluster_id) i.cluster_id, i.product_type, i.product_id, i.published_at
    from feed_items i join ${subscribedProducts(scope, first, true)} on ${isHeld(first)}
      ${messagesOf(question, first)}
    where ${fitsIn(scope, first)} order by i.cluster_id, i.seq_id`
}

/**
 * Items are judged when someone first reads or counts with a filter that asks for it, and not when they come: most people
 * never ask, and those who do read far less than is stored.
 */
import { sql } from 'kysely'
import { keyedMutex } from '../../../kit/keyed-mutex.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { productKeyOf } from '../../../../rules/product-key.ts'
import { findLayer, listDismissedBy, type Layer } from './personal-model.ts'
import { readNewest, readRecentTexts, type HeldProduct } from './recent-texts.ts'

/** Two tabs of one person ask at the same time; the second finds what the first has judged. */
const inTurn = keyedMutex<number>()

/** From here on everything of these products that is stored by now is judged, but for what lies far back. Cheap when nothing is new. */
export async function judgeItems(db: DbOrTx, userId: number, products: HeldProduct[]): Promise<void> {
  if (await isJudged(db, userId, products)) return
  await inTurn(userId, async () => {
    while (!(await judgeNewItems(db, userId, products)));
  })
}

async function isJudged(db: DbOrTx, userId: number, products: HeldProduct[]): Promise<boolean> {
  const [layer, newest] = await Promise.all([findLayer(db, userId), readNewest(db)])
  return !layer?.judges || (newest <= layer.judgedUpTo && products.every((product) => isKnown(layer, product)))
}

const isKnown = ({ judgedProducts }: Layer, product: HeldProduct): boolean =>
  judgedProducts.includes(productKeyOf(product))

/** @returns false when someone else judged, or learning went on, meanwhile: nothing was done */
async function judgeNewItems(db: DbOrTx, userId: number, products: HeldProduct[]): Promise<boolean> {
  const layer = await findLayer(db, userId)
  if (!layer?.judges) return true
  const { upTo, messages } = await readRecentTexts(db, products, (product) =>
    isKnown(layer, product) ? layer.judgedUpTo : 0,
  )
  // What is new belongs to others: looked for once more the next time, which costs less than to write that down.
  if (messages.length === 0 && products.every((product) => isKnown(layer, product))) return true
  const dismissed = await listDismissedBy(db, userId, layer.version, messages)
  if (dismissed === null) return false
  // One statement and no transaction around it: two readings of one person in one transaction would wait for each other.
  const { rows } = await sql<{ kept: boolean }>`
    with kept as (
      update personal_layers set judged_up_to = greatest(judged_up_to, ${upTo}), judged_products = ${products.map(productKeyOf)}::text[]
      where user_id = ${userId} and version = ${layer.version} and judged_up_to = ${layer.judgedUpTo}
        and judged_products = ${layer.judgedProducts}::text[]
      returning user_id
    ), added as (
      insert into dismissed_messages (user_id, message_id)
      select kept.user_id, judged.message_id from kept, unnest(${dismissed}::bigint[]) as judged (message_id)
      on conflict do nothing
    )
    select exists (select from kept) as kept`.execute(db)
  return rows[0]?.kept ?? false
}

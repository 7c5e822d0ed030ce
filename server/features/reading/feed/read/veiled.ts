/**
 * What a trial hides, as far as it may be shown: how many cards paying would bring, from how many people, and of some of them when
 * and where they were written. No text, no author, no group, no link and no id: nothing by which they could be found.
 */
import { sql } from 'kysely'
import { VEILED_CAP, VEILED_CARDS, type VeiledCard } from '../../../../../contract/reading/veiled.ts'
import type { Network } from '../../../../../contract/networks.ts'
import { asksProduct, type FilterQuestion } from '../../../../../rules/filters/fits.ts'
import { toRoubles } from '../../../../../rules/money.ts'
import { trialShowsBefore, type VisibleProduct } from '../../../../../rules/trial.ts'
import { MINUTE } from '../../../../kit/clock.ts'
import { personOf, type Handlers } from '../../../../kit/context.ts'
import type { DbOrTx } from '../../../../kit/sql.ts'
import { findCheapestOffer } from '../../../access/subscriptions/subscriptions.public.ts'
import { soughtIn } from '../../../watching/categories/sought.public.ts'
import { asksWords } from './conditions.ts'
import { getNewestSeqId, pickPage } from './pick.ts'
import { readAskedFields, readScope, type FeedScope } from './scope.ts'

/** Products on trial that are looked at: as a rule there is one. */
const MOST_PRODUCTS = 5

export const getVeiled: Handlers<'feed'>['getVeiled'] = async (ctx, input) => {
  const { db } = ctx
  const person = personOf(ctx)
  const scope = roughly(await readScope(ctx, person, await readAskedFields(ctx, person.id, input)))
  const trials = scope.products
    .filter(({ trial, productType, productId }) => trial && asksProduct(scope.question, productType, productId))
    .slice(0, MOST_PRODUCTS)
  if (trials.length === 0) return { veiled: [] }
  const [upTo, slugs] = await Promise.all([getNewestSeqId(db), readSlugs(db)])
  const veiled = await Promise.all(
    trials.map(async (product) => {
      const ids = await pickVeiled(db, scope, product, upTo, VEILED_CAP + 1)
      const counted = ids.slice(0, VEILED_CAP)
      const { productType, productId } = product
      const [people, cards, offer] = await Promise.all([
        countPeople(db, counted),
        revealsCards(scope.question) ? [] : readVeiledCards(db, counted.slice(0, VEILED_CARDS)),
        findCheapestOffer(db, { userId: person.id, productType, productId }, scope.now),
      ])
      return {
        productType,
        productId,
        sought: productType === 'category' ? soughtIn(slugs.get(productId) ?? '') : null,
        messages: counted.length,
        capped: ids.length > VEILED_CAP,
        people,
        cards,
        offer: offer && { ...offer, total: toRoubles(offer.total) },
      }
    }),
  )
  return { veiled }
}

/**
 * The cards that would come to this feed if the product were paid for, newest first: then it would show what it shows now and
 * these, and no others.
 */
export function pickVeiled(
  db: DbOrTx,
  scope: FeedScope,
  { productType, productId }: VisibleProduct,
  upTo: number,
  limit: number,
): Promise<number[]> {
  const opened = { productType, productId, trial: false }
  const products = scope.products.map((each) =>
    each.productType === productType && each.productId === productId ? opened : each,
  )
  return pickPage(
    db,
    { ...scope, products },
    { upTo, edge: null, offset: 0, limit },
    { publishedFrom: new Date(trialShowsBefore(scope.now.getTime())), under: opened, unseenIn: scope },
  )
}

/** Days begin at whole quarters of an hour, in whatever zone. */
const QUARTER = 15 * MINUTE

/** From day to day counts are exact; from moment to moment they would reveal when each message was written. */
function roughly(scope: FeedScope): FeedScope {
  const { from, to } = scope.question
  const rough = (at: number | null): number | null => (at === null ? null : Math.floor(at / QUARTER) * QUARTER)
  return { ...scope, question: { ...scope.question, from: rough(from), to: rough(to) } }
}

/** A filter that asks for words or for authors would say of a card what it holds, or who wrote it: then there is but a number. */
const revealsCards = (question: FilterQuestion): boolean => asksWords(question) || question.onlyBlackList

/** A message without an author counts as a person of its own. */
async function countPeople(db: DbOrTx, seqIds: number[]): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select count(distinct coalesce(author_id, -seq_id)) as people from feed_items where seq_id = any(${seqIds}::bigint[])`.execute(
    db,
  )
  return rows[0]?.people ?? 0
}

/** Lengths are given in steps of so many signs, and no further than the last of them. */
const LENGTH_STEP = 60
const LONGEST = 240

/** To the hour, the length rounded: what is exact could be searched for at the network. */
async function readVeiledCards(db: DbOrTx, seqIds: number[]): Promise<VeiledCard[]> {
  const { rows } = await sql<{
    publishedAt: Date
    network: Network
    kind: VeiledCard['kind']
    place: string | null
    length: number
    demo: boolean
  }>`
    select date_trunc('hour', i.published_at) as published_at, i.network, i.kind, i.demo, l.name as place,
      least(${LONGEST}, greatest(1, ceil(length(m.text)::numeric / ${LENGTH_STEP})) * ${LENGTH_STEP})::integer as length
    from unnest(${seqIds}::bigint[]) with ordinality as asked (seq_id, nth)
    join feed_items i on i.seq_id = asked.seq_id
    join messages m on m.id = i.message_id and m.kept and m.received_at = i.received_at
    left join locations l on l.id = i.location_id
    order by asked.nth`.execute(db)
  return rows.map(({ publishedAt, ...card }) => ({ ...card, publishedAt: publishedAt.toISOString() }))
}

/** As the seed calls them, whatever an editor made of their addresses. */
async function readSlugs(db: DbOrTx): Promise<Map<number, string>> {
  const rows = await db.selectFrom('categories').select(['id', 'slug', 'seedSlug']).execute()
  return new Map(rows.map(({ id, slug, seedSlug }) => [id, seedSlug ?? slug]))
}

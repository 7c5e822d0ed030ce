/** What a promo code gives for a purchase, or why it gives nothing. */
import { sql } from 'kysely'
import type { Tariff } from '../../../../contract/access/tariffs.ts'
import { decidePromo, type PromoQuestion } from '../../../../rules/promo/decide-promo.ts'
import { describePromo } from '../../../../rules/promo/describe-promo.ts'
import type { PromoDiscount } from '../../../../rules/promo/discount.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { hasPaidEver } from '../../access/subscriptions/subscriptions.public.ts'
import { findPromo, isAnothers, type StoredPromo } from './promo-code.ts'

export interface WeighedPromo {
  /** Null when it does not apply. */
  applied: { id: number; discount: PromoDiscount } | null
  /** What the code does, in words; empty when there is no such code. */
  description: string
  /** Why it does nothing; empty when it does. */
  error: string
}

export interface PromoAsker {
  /** Null: a guest. */
  userId: number | null
  code: string
  /** `durationUnit` is null while no tariff is chosen. */
  purchase: Pick<Tariff, 'product' | 'type'> & {
    durationUnit: Tariff['durationUnit'] | null
    categories: readonly number[]
  }
  categoryNames: ReadonlyMap<number, string>
  now: Date
}

export async function weighPromo(
  db: DbOrTx,
  { userId, code, purchase, categoryNames, now }: PromoAsker,
): Promise<WeighedPromo> {
  const promo = await findPromo(db, code)
  const question: PromoQuestion = {
    ...(await askOf(db, promo?.id ?? null, userId)),
    code: promo?.terms ?? null,
    purchase,
    categoryNames,
    now,
  }
  const { applies, error } = decidePromo(question)
  const known = promo !== null && !isAnothers(promo, userId)
  return {
    applied: promo && applies ? { id: promo.id, discount: promo.terms } : null,
    description: known ? describePromo(promo.terms, purchase.durationUnit) : '',
    error,
  }
}

/** What is to be said against the code and the person, whatever they buy; empty when nothing is. */
export async function objectionToPromo(
  db: DbOrTx,
  { id, terms }: StoredPromo,
  userId: number | null,
  now: Date,
): Promise<string> {
  const { product, tariffType, typeCtg } = terms
  const type = tariffType === 'paid' || tariffType === 'all' ? 'regular' : tariffType
  const purchase = { product: product ?? 'category', type, durationUnit: null, categories: typeCtg } as const
  return decidePromo({ ...(await askOf(db, id, userId)), code: terms, purchase, categoryNames: new Map(), now }).error
}

/** Is the code good for this order too, as far as numbers go? What the order itself reserved does not count. */
export async function isLeft(
  db: DbOrTx,
  { id, terms }: StoredPromo,
  userId: number,
  orderId: number,
): Promise<boolean> {
  const { inAll, byPerson } = await countUses(db, id, userId, orderId)
  return inAll < (terms.maxUses ?? Infinity) && byPerson < (terms.maxUsesEach ?? Infinity)
}

async function askOf(
  db: DbOrTx,
  promoId: number | null,
  userId: number | null,
): Promise<Pick<PromoQuestion, 'uses' | 'person'>> {
  return {
    uses: promoId === null ? { inAll: 0, byPerson: 0 } : await countUses(db, promoId, userId),
    person: userId === null ? null : { id: userId, hasPaid: await hasPaidEver(db, userId) },
  }
}

/**
 * Uses that were not given back. What the person has reserved with an order they have not paid stands in no one's way but
 * others': they may begin again, and that order gives it up.
 */
async function countUses(
  db: DbOrTx,
  promoId: number,
  userId: number | null,
  exceptOrderId: number | null = null,
): Promise<PromoQuestion['uses']> {
  const { rows } = await sql<PromoQuestion['uses']>`
    select count(*) as in_all, count(*) filter (where u.user_id = ${userId}::bigint) as by_person
    from promo_uses u left join orders o on o.id = u.order_id
    where u.promo_id = ${promoId} and u.released_at is null and u.order_id is distinct from ${exceptOrderId ?? 0}::bigint
      and (u.user_id is distinct from ${userId}::bigint or o.status is distinct from 'waiting')`.execute(db)
  return rows[0] ?? { inAll: 0, byPerson: 0 }
}

/** A promo code as it stands in the database, for the rules and for the wire. */
import type { PromoCode } from '../../../../contract/commerce/promo.ts'
import type { PromoTerms } from '../../../../rules/promo/decide-promo.ts'
import { describePromo } from '../../../../rules/promo/describe-promo.ts'
import { showDiscountValue } from '../../../../rules/promo/discount.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'

export interface StoredPromo {
  id: number
  code: string
  terms: PromoTerms
}

/** In any case of its letters; null: there is none, or it was taken out of use. */
export async function findPromo(db: DbOrTx, code: string): Promise<StoredPromo | null> {
  const row = await db
    .selectFrom('promoCodes')
    .selectAll()
    .where((where) => where(where.fn('lower', ['code']), '=', where.fn('lower', [where.val(code.trim())])))
    .where('archivedAt', 'is', null)
    .executeTakeFirst()
  return row ? readPromo(row as PromoRow) : null
}

/**
 * Until the transaction ends no one else may use it, so that the last use is had by one. Not `for update`: orders that refer
 * to the code hold its key already, and two of them would wait for each other.
 */
export async function lockPromo(tx: Tx, id: number): Promise<StoredPromo | null> {
  const row = await tx
    .selectFrom('promoCodes')
    .selectAll()
    .where('id', '=', id)
    .where('archivedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ? readPromo(row as PromoRow) : null
}

/** A present of someone else: no one learns of it. A guest may be the one it is for. */
export function isAnothers({ terms }: StoredPromo, userId: number | null): boolean {
  return terms.userId !== null && userId !== null && terms.userId !== userId
}

/** As the table has it, which lets no other words in for product, type of tariff and of discount. */
export interface PromoRow extends Omit<PromoTerms, 'value2'> {
  id: number
  code: string
  valueByDay: number | null
  archivedAt: Date | null
}

export function readPromo(row: PromoRow): StoredPromo {
  const {
    id,
    code,
    product,
    tariffType,
    typeCtg,
    discountType,
    value,
    valueByDay: value2,
    startsAt,
    endsAt,
    maxUses,
    maxUsesEach,
    firstPurchase,
    userId,
  } = row
  return {
    id,
    code,
    terms: {
      product,
      tariffType,
      typeCtg,
      discountType,
      value,
      value2,
      startsAt,
      endsAt,
      maxUses,
      maxUsesEach,
      firstPurchase,
      userId,
    },
  }
}

export function showPromo({ code, terms }: StoredPromo): PromoCode {
  const { product, tariffType, typeCtg, discountType, value, value2 } = terms
  return {
    code,
    product,
    tariffType,
    categories: [...typeCtg],
    discountType,
    discountValue: showDiscountValue(discountType, value),
    discountValue2: value2 === null ? null : showDiscountValue(discountType, value2),
    title: describePromo(terms, null),
  }
}

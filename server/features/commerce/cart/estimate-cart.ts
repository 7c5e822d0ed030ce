/**
 * What is in a cart, what it costs and how long it lasts: the only place that gathers what the rules of prices need. The page
 * shows it, the order charges it (the law of price agreement).
 */
import type { Cart, Estimation } from '../../../../contract/commerce/cart.ts'
import type { Category } from '../../../../contract/category.ts'
import { toRoubles } from '../../../../rules/money.ts'
import { estimate, type Discount, type Estimated } from '../../../../rules/pricing/estimate.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { listAllCategories } from '../../watching/categories/categories.public.ts'
import { weighPromo, type WeighedPromo } from '../promo/promo.public.ts'
import { hasRunningPaid } from '../../access/subscriptions/subscriptions.public.ts'
import { findTariff, findTrialTariff, type SoldTariff } from '../../access/tariffs/tariffs.public.ts'
import type { CartContents } from './cart-row.ts'

export interface EstimatedCart {
  /** Null: none is chosen, or it is no longer on sale. A trial needs no choice. */
  tariff: SoldTariff | null
  /** Those chosen, in the order in which they were put in. */
  categories: Category[]
  /** Ids of those that may be tried. */
  freeCategories: ReadonlySet<number>
  /** Null: there is no code. */
  promo: WeighedPromo | null
  /** Null while there is no tariff. */
  estimated: Estimated | null
}

/** @param userId null: a guest, of whom it is not known what they hold */
export async function estimateCart(
  db: DbOrTx,
  contents: CartContents,
  userId: number | null,
  now: Date,
): Promise<EstimatedCart> {
  const { product, type, quantity, promoCode } = contents
  const all = await listAllCategories(db)
  const tariff = await tariffOf(db, contents)
  const byId = new Map(all.map((category) => [category.id, category]))
  const categories = [...new Set(contents.items)].flatMap((id) => byId.get(id) ?? [])
  const promo =
    promoCode === null
      ? null
      : await weighPromo(db, {
          userId,
          code: promoCode,
          purchase: {
            product,
            type,
            durationUnit: tariff?.durationUnit ?? null,
            categories: categories.map(({ id }) => id),
          },
          categoryNames: new Map(all.map(({ id, name }) => [id, name])),
          now,
        })
  const prolongs = type !== 'trial' && userId !== null && (await hasRunningPaid(db, userId, product, now))
  return {
    tariff,
    categories,
    freeCategories: new Set(all.filter(({ free }) => free).map(({ id }) => id)),
    promo,
    estimated:
      tariff &&
      estimate({
        tariff,
        count: categories.length,
        quantity,
        prolongs,
        promo: promo?.applied?.discount ?? null,
        start: now,
      }),
  }
}

async function tariffOf(db: DbOrTx, { tariffId, product, type }: CartContents): Promise<SoldTariff | null> {
  if (tariffId === null) return type === 'trial' ? findTrialTariff(db, product) : null
  const tariff = await findTariff(db, tariffId)
  // Meanwhile it may have become another kind of tariff.
  return tariff?.product === product && tariff.type === type ? tariff : null
}

/** As the wire has it. */
export function showCart(
  contents: CartContents,
  { tariff, categories, promo, estimated }: EstimatedCart,
): { cart: Cart; estimation: Estimation } {
  const { product, type, promoCode, quantity } = contents
  return {
    cart: {
      items: categories.map(({ id }) => id),
      tariff: contents.tariffId === null ? null : (tariff?.id ?? null),
      tariffDetails: { product, type },
      promoCode,
      quantity,
    },
    estimation: showEstimation(estimated, promo),
  }
}

const nothing: Discount = { amount: 0, percentage: 0 }

function showEstimation(estimated: Estimated | null, promo: WeighedPromo | null): Estimation {
  const discount = estimated?.discount
  return {
    total: toRoubles(estimated?.total ?? 0),
    price: toRoubles(estimated?.price ?? 0),
    discount: {
      total: inRoubles(discount?.total),
      categories: inRoubles(discount?.categories),
      prolongation: inRoubles(discount?.prolongation),
      promoCode: inRoubles(discount?.promoCode),
    },
    promoCodeStatus: { description: promo?.description ?? '', error: promo?.error ?? '' },
    days: estimated?.days ?? null,
  }
}

const inRoubles = ({ amount, percentage }: Discount = nothing): Discount => ({ amount: toRoubles(amount), percentage })

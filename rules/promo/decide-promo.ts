/**
 * Does a promo code apply to a purchase? (spec §5 Promo-code applicability messages.) The cart shows the sentence, and
 * the order asks once more while it holds the code's row.
 */
import type { PromoCode } from '../../contract/commerce/promo.ts'
import type { Tariff, TariffProduct } from '../../contract/access/tariffs.ts'
import { formatDay } from '../pricing/period.ts'
import { valueFor, type PromoDiscount } from './discount.ts'

/** As it stands in the database. */
export interface PromoTerms extends PromoDiscount {
  /** Null: any. */
  product: TariffProduct | null
  tariffType: PromoCode['tariffType']
  /** Ids of the only categories it is good for; empty: all. */
  typeCtg: readonly number[]
  startsAt: Date | null
  endsAt: Date | null
  /** In all, and by one person; null: no limit. */
  maxUses: number | null
  maxUsesEach: number | null
  firstPurchase: boolean
  /** A present for this person only; null: for all. */
  userId: number | null
}

export interface PromoQuestion {
  /** Null: there is none, or it was taken out of use. */
  code: PromoTerms | null
  /** Uses that were not released. */
  uses: { inAll: number; byPerson: number }
  /** Null: a guest, to whom what is about the person is not held up yet. */
  person: { id: number; hasPaid: boolean } | null
  /** `durationUnit` is null while no tariff is chosen. */
  purchase: Pick<Tariff, 'product' | 'type'> & {
    durationUnit: Tariff['durationUnit'] | null
    categories: readonly number[]
  }
  /** Of the code's categories, by id: for the sentence. */
  categoryNames: ReadonlyMap<number, string>
  now: Date
}

/** Without an error it applies. */
export type PromoDecision = { applies: true; error: '' } | { applies: false; error: string }

/** The first objection decides: those to the code, then those to the person, then those to the purchase. */
export function decidePromo(question: PromoQuestion): PromoDecision {
  const error = objectionToCode(question) ?? objectionToPurchase(question)
  return error === null ? { applies: true, error: '' } : { applies: false, error }
}

const UNKNOWN = 'Такого промокода нет'
const UNSUITABLE = 'Промокод не подходит к этому типу тарифа'

const onlyFor: Record<TariffProduct, string> = {
  category: 'Промокод действует только для категорий',
  project: 'Промокод действует только для проектов',
  group: 'Промокод действует только для групп',
}

function objectionToCode({ code, uses, person, now }: PromoQuestion): string | null {
  if (code === null) return UNKNOWN
  // No one learns which presents others were given. A guest may try one that waits for them behind the sign-in.
  if (code.userId !== null && person !== null && code.userId !== person.id) return UNKNOWN
  if (code.startsAt !== null && now < code.startsAt) return `Промокод начнёт действовать ${formatDay(code.startsAt)}`
  if (code.endsAt !== null && now >= code.endsAt) return 'Срок действия промокода истёк'
  if (person !== null && code.maxUsesEach !== null && uses.byPerson >= code.maxUsesEach)
    return 'Вы уже использовали этот промокод'
  if (code.maxUses !== null && uses.inAll >= code.maxUses)
    return 'Промокод уже использован столько раз, сколько было можно'
  if (code.firstPurchase && person?.hasPaid) return 'Промокод действует только для первой покупки'
  return null
}

function objectionToPurchase({ code, purchase, categoryNames }: PromoQuestion): string | null {
  if (code === null) return UNKNOWN
  const { product, type, durationUnit, categories } = purchase
  if (code.product !== null && code.product !== product) return onlyFor[code.product]
  const objection = objectionToType(code.tariffType, type)
  if (objection !== null) return objection
  // Of two values one may be nothing.
  if (durationUnit !== null && valueFor(code, durationUnit) === 0) return UNSUITABLE
  // The discount is of the whole sum, so all of it has to be of the code's categories.
  const restricted = code.typeCtg.length > 0
  const fits = product === 'category' && categories.every((id) => code.typeCtg.includes(id))
  return restricted && !fits ? onlyForCategories(code.typeCtg, categoryNames) : null
}

function objectionToType(wanted: PromoTerms['tariffType'], type: Tariff['type']): string | null {
  if (wanted === 'all' || wanted === type) return null
  if (wanted === 'trial') return 'Промокод действует только для пробного доступа'
  if (wanted !== 'paid') return UNSUITABLE
  return type === 'trial' ? 'Промокод действует только для платных тарифов' : null
}

/** This many are named; a longer list is counted. */
const NAMED = 5

function onlyForCategories(ids: readonly number[], categoryNames: ReadonlyMap<number, string>): string {
  const names = ids.map((id) => categoryNames.get(id)).filter((name) => name !== undefined)
  if (names.length === 0) return 'Промокод действует только для отдельных категорий'
  const named = names
    .slice(0, NAMED)
    .map((name) => `«${name}»`)
    .join(', ')
  const more = names.length > NAMED ? ` и ещё ${names.length - NAMED}` : ''
  return `Промокод действует только для ${names.length === 1 ? 'категории' : 'категорий'} ${named}${more}`
}

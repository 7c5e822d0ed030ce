/** The way from a cart to an order (spec §4 Cart order flow): what comes next. The order page and the server ask alike. */
import type { Cart } from '../contract/commerce/cart.ts'
import type { TariffProduct, TariffType } from '../contract/access/tariffs.ts'

export interface CartQuestion {
  /** Null: a guest. */
  person: { emailApprove: boolean } | null
  cart: Pick<Cart, 'items' | 'tariff' | 'tariffDetails'>
  /** Ids of the categories that may be taken as a trial. */
  freeCategories: ReadonlySet<number>
}

export type CartStep =
  | { step: 'authorise' }
  | { step: 'one-free-category'; message: string }
  | { step: 'open-cart' }
  | { step: 'verify-email' }
  /** `goTo`: the page that shows what was taken or bought. */
  | { step: 'take-trial'; goTo: string }
  | { step: 'pay'; goTo: string }
  /** `goTo`: the contacts page, its form filled in. */
  | { step: 'ask-for-test-access'; goTo: string }

const pages: Record<TariffProduct, string> = { category: '/feed', project: '/custom-category', group: '/groups' }

/** The page that shows what is seen of `product` (spec §4 step 5). */
export function pageOfProduct(product: TariffProduct): string {
  return pages[product]
}

/** Where anyone who paid is led: what a team was bought for is begun by inviting people. */
export function pageAfterPayment({ product, type }: { product: TariffProduct; type: TariffType }): string {
  return type === 'team' ? '/team' : pageOfProduct(product)
}

/**
 * The cases of the specification in their order. Only the seventh, the trial of a project, is asked for before the
 * fourth: anyone who is sent to contacts takes nothing here, so needs no approved e-mail, nor may they get to the fifth.
 */
export function decideCartStep({ person, cart, freeCategories }: CartQuestion): CartStep {
  const { product, type } = cart.tariffDetails
  const trial = type === 'trial'
  if (person === null) return { step: 'authorise' }
  if (product === 'category' && trial && cart.items.length > 1) {
    return { step: 'one-free-category', message: 'Бесплатно можно взять только одну категорию' }
  }
  if (product === 'category' && trial && cart.items.some((id) => !freeCategories.has(id))) {
    return { step: 'one-free-category', message: 'Эту категорию нельзя взять бесплатно. Выберите другую' }
  }
  if (product === 'category' && cart.items.length === 0) return { step: 'open-cart' }
  if (product === 'project' && trial) return { step: 'ask-for-test-access', goTo: testAccessAddress }
  if (trial && !person.emailApprove) return { step: 'verify-email' }
  if (trial) return { step: 'take-trial', goTo: pageOfProduct(product) }
  // The dialog of the cart is where a tariff is chosen, too. A trial needs no choice.
  if (cart.tariff === null) return { step: 'open-cart' }
  return { step: 'pay', goTo: pageAfterPayment({ product, type }) }
}

const subject = 'Тестовый доступ к мониторингу упоминаний'
const message = 'Здравствуйте! Прошу открыть тестовый доступ к проекту. Хочу отслеживать упоминания: '
const testAccessAddress = `/contacts?subj=${encodeURIComponent(subject)}&msg=${encodeURIComponent(message)}`

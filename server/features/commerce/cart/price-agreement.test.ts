/** The law of price agreement: what the rules estimate of the cart as the wire has it is what the cart shows and the order charges. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { discountTypes, promoTariffTypes, type PromoCode } from '../../../../contract/commerce/promo.ts'
import { tariffProducts, type Tariff } from '../../../../contract/access/tariffs.ts'
import { toKopecks } from '../../../../rules/money.ts'
import { estimate } from '../../../../rules/pricing/estimate.ts'
import { readDiscountValue, type PromoDiscount } from '../../../../rules/promo/discount.ts'
import { DAY, MINUTE } from '../../../kit/clock.ts'
import { codeOf } from '../../../testing/read-answer.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, paid, type TestWorld } from '../../../testing/test-world.ts'
import { lawRuns } from '../../../../tools/law-runs.ts'

let world: TestWorld
/** Who holds nothing yet, and who holds a category. */
let newcomer: TestUser
let holder: TestUser
let sold: Tariff[]
let categories: number[]
beforeAll(async () => {
  world = await openTestWorld({ config: { sessionDays: 2000, sessionMostDays: 2000 } })
  newcomer = await world.customer('newcomer')
  holder = await world.customer('holder', paid('vets', 3000))
  // Odd sums show every rounding.
  await world.db
    .updateTable('tariffs')
    .set((set) => ({ rate: set('rate', '+', set.ref('id')), fee: set('fee', '+', 7) }))
    .where('type', '<>', 'trial')
    .execute()
  const { list } = await newcomer.asks('tariffs', 'listTariffs', {})
  sold = list.filter(({ type }) => type === 'regular' || type === 'team')
  categories = (await newcomer.asks('categories', 'listCategories', {})).categories.map(({ id }) => id).slice(0, 25)
})
afterAll(() => world.close())

const promoCodes = fc.record({
  product: fc.constantFrom(null, ...tariffProducts),
  tariffType: fc.constantFrom(...promoTariffTypes),
  discountType: fc.constantFrom(...discountTypes),
  value: fc.nat(9_000),
  valueByDay: fc.option(fc.nat(9_000)),
})

let codes = 0

/** As a page would count it, from nothing but what the wire holds. */
function promoOf(code: PromoCode | null): PromoDiscount | null {
  if (!code) return null
  const read = (value: number) => readDiscountValue(code.discountType, value)
  return {
    discountType: code.discountType,
    value: read(code.discountValue),
    value2: code.discountValue2 === null ? null : read(code.discountValue2),
  }
}

it('the rules, the cart and the order agree to the kopeck and to the day', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      fc.uniqueArray(fc.nat(24), { minLength: 1, maxLength: 25 }),
      fc.integer({ min: 1, max: 20 }),
      fc.option(promoCodes),
      fc.boolean(),
      fc.nat(25),
      async (which, chosen, quantity, promo, holds, days) => {
        // Ten minutes more: how often a person may ask is not what is tried here.
        world.clock.advance(days * DAY + 10 * MINUTE)
        const person = holds ? holder : newcomer
        const tariff = sold[which % sold.length]
        if (!tariff) throw new Error('nothing is on sale')
        codes += 1
        if (promo)
          await world.db
            .insertInto('promoCodes')
            .values({ ...promo, code: `code-${codes}`, createdAt: world.clock.now() })
            .execute()
        const promoCode = promo && `code-${codes}`
        await person.asks('cart', 'setCartItems', { value: chosen.flatMap((index) => categories[index] ?? []) })
        const { cart, estimation } = await person.asks('cart', 'updateCart', { tariff: tariff.id, quantity, promoCode })

        const applies = promoCode !== null && estimation.promoCodeStatus.error === ''
        const known = applies ? (await person.asks('promo', 'getPromoCode', { code: promoCode })).promoCode : null
        const ours = estimate({
          tariff: { ...tariff, rate: toKopecks(tariff.rate), fee: toKopecks(tariff.fee) },
          count: cart.items.length,
          quantity: cart.quantity,
          prolongs: holds && tariff.product === 'category',
          promo: promoOf(known),
          start: world.clock.now(),
        })
        expect([toKopecks(estimation.total), toKopecks(estimation.price), estimation.days]).toEqual([
          ours.total,
          ours.price,
          ours.days,
        ])

        const ordered = await world.ask('payments', 'orderCart', {}, person)
        if (promoCode !== null && !applies) {
          expect(codeOf(ordered)).toBe('PROMO_CODE_NOT_APPLICABLE')
          return
        }
        if (ordered.status !== 'ok') throw new Error(ordered.code)
        const order = await world.db
          .selectFrom('orders')
          .selectAll()
          .where('account', '=', ordered.result.account)
          .executeTakeFirstOrThrow()
        expect([order.total, order.price, order.days, toKopecks(ordered.result.sum)]).toEqual([
          ours.total,
          ours.price,
          ours.days,
          ours.total,
        ])
        const lines = order.lines as unknown as { sum: number; quantity: number; price: number }[]
        expect(lines.reduce((sum, line) => sum + line.quantity * line.price, 0)).toBe(ours.total)
      },
    ),
    { numRuns: lawRuns(40) },
  )
})

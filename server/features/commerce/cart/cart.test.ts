import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Cart, Estimation } from '../../../../contract/commerce/cart.ts'
import { DAY, SECOND } from '../../../kit/clock.ts'
import { codeOf } from '../../../testing/read-answer.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, paid, type TestWorld } from '../../../testing/test-world.ts'
import { openBrowser } from './browser.samples.ts'

let world: TestWorld
let vets: number
let video: number
let photographers: number
beforeAll(async () => {
  world = await openTestWorld()
  ;[vets, video, photographers] = [
    await world.categoryId('vets'),
    await world.categoryId('video'),
    await world.categoryId('photographers'),
  ]
})
afterAll(() => world.close())

const off = (amount: number, percentage: number) => ({ amount, percentage })
const nothingOff = { total: off(0, 0), categories: off(0, 0), prolongation: off(0, 0), promoCode: off(0, 0) }
const emptyFilled: { cart: Cart; estimation: Estimation } = {
  cart: {
    items: [],
    tariff: null,
    tariffDetails: { product: 'category', type: 'regular' },
    promoCode: null,
    quantity: 1,
  },
  estimation: { total: 0, price: 0, discount: nothingOff, promoCodeStatus: { description: '', error: '' }, days: null },
}
const print = { fp: 'a'.repeat(32), incognito: false }

async function approve({ userId }: TestUser): Promise<void> {
  await world.db.updateTable('users').set({ emailApprove: true }).where('id', '=', userId).execute()
}
const makeCode = (code: string, more: { userId?: number; endsAt?: Date } = {}) =>
  world.db
    .insertInto('promoCodes')
    .values({
      code,
      tariffType: 'paid',
      discountType: 'percent_off',
      value: 1_000,
      createdAt: world.clock.now(),
      ...more,
    })
    .execute()

describe('cart.getCart', () => {
  it('is empty at first, for a guest and for a person, and keeps nothing of whoever only looks', async () => {
    const guest = openBrowser(world)
    expect(await guest.asks('cart', 'getCart', {})).toEqual({ status: 'ok', result: emptyFilled })
    const anna = await world.customer('anna')
    expect(await anna.asks('cart', 'getCart', {})).toEqual(emptyFilled)
    expect(guest.cookies).toEqual({})
    expect(await world.db.selectFrom('carts').select('id').execute()).toEqual([])
  })

  it('lets go of a tariff that was taken off sale, and shows the prices of today', async () => {
    const boris = await world.customer('boris')
    const tariff = await world.tariffId('category-half-year')
    await boris.asks('cart', 'setCartItems', { value: [vets] })
    expect((await boris.asks('cart', 'updateCart', { tariff })).estimation.total).toBe(790 * 6)
    const change = (archivedAt: Date | null, rate: number) =>
      world.db.updateTable('tariffs').set({ archivedAt, rate }).where('id', '=', tariff).execute()
    await change(null, 80_000)
    expect((await boris.asks('cart', 'getCart', {})).estimation.total).toBe(4800)
    await change(world.clock.now(), 80_000)
    expect(await boris.asks('cart', 'getCart', {})).toMatchObject({
      cart: { tariff: null, items: [vets] },
      estimation: { total: 0, days: null },
    })
    expect(await boris.isRefused('payments', 'orderCart', {})).toBe('TARIFF_REQUIRED')
    await change(null, 79_000)
  })

  it('is asked for over HTTP only', async () => {
    const browser = await world.connect()
    expect(codeOf(await browser.answers('cart', 'getCart', {}))).toBe('HTTP_ONLY')
    browser.close()
  })
})

describe('cart.updateCart', () => {
  it('changes what is named: a tariff brings its product and type, another product or type lets go of it', async () => {
    const galya = await world.customer('galya')
    const month = await world.tariffId('category-month')
    const groups = await world.tariffId('group-quarter')
    expect((await galya.asks('cart', 'updateCart', { tariff: groups, quantity: 30 })).cart).toEqual({
      items: [],
      tariff: groups,
      tariffDetails: { product: 'group', type: 'regular' },
      promoCode: null,
      quantity: 30,
    })
    expect(
      (await galya.asks('cart', 'updateCart', { tariffDetails: { product: 'group', type: 'regular' } })).cart.tariff,
    ).toBe(groups)
    expect(
      (await galya.asks('cart', 'updateCart', { tariffDetails: { product: 'group', type: 'trial' } })).cart,
    ).toMatchObject({ tariff: null, quantity: 30 })
    expect((await galya.asks('cart', 'updateCart', { tariff: month })).cart).toMatchObject({
      tariff: month,
      tariffDetails: { product: 'category', type: 'regular' },
    })
    expect((await galya.asks('cart', 'updateCart', { tariff: null })).cart).toMatchObject({
      tariff: null,
      tariffDetails: { product: 'category', type: 'regular' },
    })
    expect(await galya.asks('cart', 'updateCart', { promoCode: '  НЕТАКОГО ' })).toMatchObject({
      cart: { promoCode: 'НЕТАКОГО' },
      estimation: { promoCodeStatus: { description: '', error: 'Такого промокода нет' } },
    })
    expect((await galya.asks('cart', 'updateCart', { promoCode: null })).cart.promoCode).toBeNull()
    expect((await galya.asks('cart', 'updateCart', { promoCode: ' ' })).cart.promoCode).toBeNull()
  })

  it('estimates: every further category is cheaper, the code comes off what is left', async () => {
    await makeCode('ТАКОЙ')
    const dasha = await world.customer('dasha')
    await dasha.asks('cart', 'updateCart', { tariff: await world.tariffId('category-quarter'), promoCode: 'такой' })
    const { estimation } = await dasha.asks('cart', 'setCartItems', { value: [vets, video] })
    // 890 for 3 months, once whole and once for 95 %; then a tenth off; 20 November to 20 February.
    expect(estimation).toEqual({
      price: 5340,
      total: 4685.85,
      discount: {
        total: off(654.15, 12.25),
        categories: off(133.5, 2.5),
        prolongation: off(0, 0),
        promoCode: off(520.65, 9.75),
      },
      promoCodeStatus: { description: 'скидка 10\u00A0%', error: '' },
      days: 92,
    })
  })

  it('takes 10 % off for whoever holds something paid of the same product, and not of another', async () => {
    const egor = await world.customer('egor', paid('photographers'))
    await egor.asks('cart', 'setCartItems', { value: [vets] })
    const { estimation } = await egor.asks('cart', 'updateCart', { tariff: await world.tariffId('category-month') })
    expect(estimation).toMatchObject({ price: 990, total: 891, discount: { prolongation: off(99, 10) } })
    const other = await egor.asks('cart', 'updateCart', { tariff: await world.tariffId('project-month') })
    expect(other.estimation).toMatchObject({ price: 2990, total: 2990, discount: nothingOff })
  })

  it('refuses more than a tariff lets hold, and takes the most of a smaller one', async () => {
    const zoya = await world.customer('zoya')
    const projects = await world.tariffId('project-month')
    await zoya.asks('cart', 'updateCart', { tariff: await world.tariffId('group-month'), quantity: 1000 })
    expect(await zoya.isRefused('cart', 'updateCart', { quantity: 1001 })).toBe('TARIFF_LIMIT_EXCEEDED')
    expect(await zoya.isRefused('cart', 'updateCart', { tariff: projects, quantity: 21 })).toBe('TARIFF_LIMIT_EXCEEDED')
    expect((await zoya.asks('cart', 'updateCart', { tariff: projects })).cart.quantity).toBe(20)
  })

  it('refuses tariffs that are not to be put into a cart, and nonsense', async () => {
    const ilya = await world.customer('ilya')
    expect(await ilya.isRefused('cart', 'updateCart', { tariff: 999_999 })).toBe('TARIFF_NOT_FOUND')
    expect(await ilya.isRefused('cart', 'updateCart', { tariff: await world.tariffId('group-package') })).toBe(
      'TARIFF_NOT_FOUND',
    )
    const over = await world.tariffId('category-team-3-month')
    await world.db.updateTable('tariffs').set({ archivedAt: world.clock.now() }).where('id', '=', over).execute()
    expect(await ilya.isRefused('cart', 'updateCart', { tariff: over })).toBe('TARIFF_NOT_FOUND')
    await world.db.updateTable('tariffs').set({ archivedAt: null }).where('id', '=', over).execute()
    expect(await ilya.isRefused('cart', 'updateCart', { quantity: 0 })).toBe('VALIDATION_FAILED')
    expect(await ilya.isRefused('cart', 'updateCart', { promoCode: 'x'.repeat(41) })).toBe('VALIDATION_FAILED')
    expect(
      await ilya.isRefused('cart', 'updateCart', { tariffDetails: { product: 'house', type: 'regular' } as never }),
    ).toBe('VALIDATION_FAILED')
    expect(await ilya.isRefused('cart', 'updateCart', { tariffDetails: { product: 'group', type: 'package' } })).toBe(
      'TARIFF_NOT_FOUND',
    )
    expect(await ilya.asks('cart', 'getCart', {})).toEqual(emptyFilled)
  })

  it('takes categories too, once each, and only those that are there', async () => {
    const katya = await world.customer('katya')
    const chosen = await katya.asks('cart', 'updateCart', {
      items: [video, vets, video],
      tariff: await world.tariffId('category-month'),
    })
    expect(chosen).toMatchObject({ cart: { items: [video, vets] }, estimation: { price: 1980 } })
    expect((await katya.asks('cart', 'updateCart', { quantity: 1 })).cart.items).toEqual([video, vets])
    expect((await katya.asks('cart', 'updateCart', { items: [] })).cart.items).toEqual([])
    expect(await katya.isRefused('cart', 'updateCart', { items: [vets, 999_999] })).toBe('CATEGORY_NOT_FOUND')
    expect(await katya.isRefused('cart', 'updateCart', { items: Array.from({ length: 501 }, () => vets) })).toBe(
      'VALIDATION_FAILED',
    )
  })

  it('writes nothing but what a cart has, whatever else is sent', async () => {
    const [lida, guest] = [await world.customer('lida'), openBrowser(world)]
    await guest.asks('cart', 'updateCart', {
      tariffDetails: {
        product: 'category',
        type: 'regular',
        userId: lida.userId,
        guestHash: null,
        items: Array.from({ length: 600 }, () => vets),
        promoCode: 'x'.repeat(500),
        tariffId: 1,
        nothing: 1,
      } as never,
    })
    expect(await guest.asks('cart', 'getCart', {})).toEqual({ status: 'ok', result: emptyFilled })
    expect(await world.db.selectFrom('carts').select('id').where('userId', '=', lida.userId).execute()).toEqual([])
  })

  it('lets codes be guessed no faster than they may be looked up', async () => {
    const [rita, sonya] = [await world.customer('rita'), await world.customer('sonya')]
    await rita.asks('cart', 'updateCart', { promoCode: 'НЕТ-0' })
    // The same once more shows nothing new.
    for (let times = 0; times < 5; times += 1) await rita.asks('cart', 'updateCart', { promoCode: 'НЕТ-0' })
    for (let times = 1; times < 30; times += 1) await rita.asks('cart', 'updateCart', { promoCode: `НЕТ-${times}` })
    expect(await rita.isRefused('cart', 'updateCart', { promoCode: 'ЕЩЁ' })).toBe('RATE_LIMIT_EXCEEDED')
    expect(await rita.isRefused('promo', 'getPromoCode', { code: 'ЕЩЁ' })).toBe('RATE_LIMIT_EXCEEDED')
    expect((await rita.asks('cart', 'updateCart', { promoCode: null, quantity: 2 })).cart.quantity).toBe(2)
    expect((await sonya.asks('cart', 'updateCart', { promoCode: 'ЕЩЁ' })).cart.promoCode).toBe('ЕЩЁ')
    world.clock.advance(300 * SECOND)
    expect((await rita.asks('cart', 'updateCart', { promoCode: 'ЕЩЁ' })).cart.promoCode).toBe('ЕЩЁ')
  })
})

describe('cart.addCartItem, setCartItems, removeCartItem, clearCart', () => {
  it('keep categories once each, in the order in which they came', async () => {
    const kira = await world.customer('kira')
    expect((await kira.asks('cart', 'addCartItem', { id: video })).cart.items).toEqual([video])
    await kira.asks('cart', 'addCartItem', { id: vets })
    expect((await kira.asks('cart', 'addCartItem', { id: video })).cart.items).toEqual([video, vets])
    expect(
      (await kira.asks('cart', 'setCartItems', { value: [photographers, vets, photographers] })).cart.items,
    ).toEqual([photographers, vets])
    expect((await kira.asks('cart', 'removeCartItem', { id: photographers })).cart.items).toEqual([vets])
    expect((await kira.asks('cart', 'removeCartItem', { id: photographers })).cart.items).toEqual([vets])
    await kira.asks('cart', 'updateCart', {
      tariff: await world.tariffId('project-month'),
      quantity: 2,
      promoCode: 'ЕСТЬ',
    })
    expect(await kira.asks('cart', 'clearCart', {})).toEqual(emptyFilled)
  })

  it('loses nothing when several come at once', async () => {
    const lena = await world.customer('lena')
    await Promise.all([vets, video, photographers].map((id) => lena.asks('cart', 'addCartItem', { id })))
    expect((await lena.asks('cart', 'getCart', {})).cart.items.toSorted()).toEqual(
      [vets, video, photographers].toSorted(),
    )
  })

  it('refuse categories that are not there, and nonsense', async () => {
    const mila = await world.customer('mila')
    expect(await mila.isRefused('cart', 'addCartItem', { id: 999_999 })).toBe('CATEGORY_NOT_FOUND')
    expect(await mila.isRefused('cart', 'setCartItems', { value: [vets, 999_999] })).toBe('CATEGORY_NOT_FOUND')
    expect(await mila.isRefused('cart', 'addCartItem', { id: 0 })).toBe('VALIDATION_FAILED')
    expect(await mila.isRefused('cart', 'removeCartItem', { id: 0 })).toBe('VALIDATION_FAILED')
    expect(await mila.isRefused('cart', 'setCartItems', { value: Array.from({ length: 501 }, () => vets) })).toBe(
      'VALIDATION_FAILED',
    )
  })
})

describe("a guest's cart", () => {
  it('stands behind a cookie that scripts cannot read, for a month from the last change', async () => {
    const guest = openBrowser(world)
    await guest.asks('cart', 'addCartItem', { id: vets })
    const token = guest.cookies.cart
    expect(guest.handed.at(-1)).toMatchObject({
      name: 'cart',
      httpOnly: true,
      sameSite: 'Lax',
      maxAge: (30 * DAY) / SECOND,
    })
    await guest.asks('cart', 'updateCart', { tariff: await world.tariffId('category-month') })
    expect(guest.cookies.cart).toBe(token)
    expect(await guest.asks('cart', 'getCart', {})).toMatchObject({
      result: { cart: { items: [vets] }, estimation: { total: 990 } },
    })
    expect(await openBrowser(world).asks('cart', 'getCart', {})).toEqual({ status: 'ok', result: emptyFilled })
    const kept = await world.db.selectFrom('carts').selectAll().where('userId', 'is', null).execute()
    expect(JSON.stringify(kept)).not.toContain(token)
  })

  it('is not taken over under a token that somebody made up', async () => {
    const guest = openBrowser(world)
    const madeUp = 'x'.repeat(43)
    guest.cookies.cart = madeUp
    await guest.asks('cart', 'addCartItem', { id: vets })
    expect(guest.cookies.cart).toMatch(/^[\w-]{43}$/)
    expect(guest.cookies.cart).not.toBe(madeUp)
  })
})

describe('cart.purchaseTrial', () => {
  const wantTrial = (person: TestUser, product: 'category' | 'project' | 'group' = 'category') =>
    person.asks('cart', 'updateCart', { tariffDetails: { product, type: 'trial' } })
  const freeCategory = async () =>
    (
      await world.db
        .selectFrom('categories')
        .select('id')
        .where('free', '=', true)
        .orderBy('id')
        .executeTakeFirstOrThrow()
    ).id

  it('gives the free category, empties the cart, and leads to the feed', async () => {
    const nina = await world.customer('nina')
    await approve(nina)
    await wantTrial(nina)
    const free = await freeCategory()
    const { estimation } = await nina.asks('cart', 'setCartItems', { value: [free] })
    expect(estimation).toMatchObject({ total: 0, price: 0, days: 3 })
    expect(await nina.asks('cart', 'purchaseTrial', { fp: 'nina', incognito: false })).toEqual({ goTo: '/feed' })
    const { subscriptions, products } = await nina.asks('subscriptions', 'listSubscriptions', {})
    expect(subscriptions).toMatchObject([{ Tariff: { product: 'category', type: 'trial' }, Category: { id: free } }])
    expect(products).toMatchObject([{ id: free, trial: true }])
    expect(await nina.asks('cart', 'getCart', {})).toEqual(emptyFilled)
  })

  it('gives groups, and leads to their page', async () => {
    const oleg = await world.customer('oleg')
    await approve(oleg)
    await wantTrial(oleg, 'group')
    expect(await oleg.asks('cart', 'purchaseTrial', { fp: 'oleg', incognito: true })).toEqual({ goTo: '/groups' })
  })

  it('is once for a person and once on a device, and the cart stays when it is refused', async () => {
    const [petr, raya] = [await world.customer('petr'), await world.customer('raya')]
    const free = await freeCategory()
    for (const person of [petr, raya]) {
      await approve(person)
      await wantTrial(person)
      await person.asks('cart', 'setCartItems', { value: [free] })
    }
    expect(await petr.asks('cart', 'listUsedTrials', {})).toEqual({ used: [] })
    await petr.asks('cart', 'purchaseTrial', print)
    expect(await petr.asks('cart', 'listUsedTrials', {})).toEqual({ used: ['category'] })
    expect(await raya.asks('cart', 'listUsedTrials', {})).toEqual({ used: [] })
    expect(await raya.isRefused('cart', 'purchaseTrial', print)).toBe('TRIAL_ALREADY_USED_ON_DEVICE')
    expect((await raya.asks('cart', 'getCart', {})).cart.items).toEqual([free])
    await wantTrial(petr)
    await petr.asks('cart', 'setCartItems', { value: [free] })
    expect(await petr.isRefused('cart', 'purchaseTrial', { ...print, fp: 'b'.repeat(32) })).toBe('TRIAL_ALREADY_USED')
  })

  it('gives one trial a month to all browsers of a network address that show no print, whatever they say instead', async () => {
    const free = await freeCategory()
    const prints = ['', '  ', 'x', 'not a print', 'NOT A PRINT']
    const people = await Promise.all(prints.map((_, index) => world.customer(`printless-${index}`)))
    const takes = async (index: number, ip: string) => {
      const { token = '' } = people[index] ?? {}
      return codeOf(
        await world.ask('cart', 'purchaseTrial', { fp: prints[index] ?? '', incognito: false }, { token, ip }),
      )
    }
    for (const person of people) {
      await approve(person)
      await wantTrial(person)
      await person.asks('cart', 'setCartItems', { value: [free] })
    }
    expect(await takes(0, '203.0.113.5')).toBe('ok')
    for (const index of [1, 2, 3, 4]) expect(await takes(index, '203.0.113.5')).toBe('TRIAL_ALREADY_USED_ON_DEVICE')
    expect(await takes(1, '203.0.113.6')).toBe('ok')
    world.clock.advance(31 * DAY)
    expect(await takes(2, '203.0.113.5')).toBe('ok')
  })

  it('refuses in the order of the specification', async () => {
    const sofia = await world.customer('sofia')
    await world.db.updateTable('users').set({ emailApprove: false }).where('id', '=', sofia.userId).execute()
    expect(codeOf(await world.ask('cart', 'purchaseTrial', print))).toBe('UNAUTHORIZED')
    expect(await sofia.isRefused('cart', 'purchaseTrial', { fp: 'x'.repeat(201), incognito: false })).toBe(
      'VALIDATION_FAILED',
    )
    expect(await sofia.isRefused('cart', 'purchaseTrial', print)).toBe('TARIFF_REQUIRED')
    await wantTrial(sofia)
    expect(await sofia.isRefused('cart', 'purchaseTrial', print)).toBe('CART_EMPTY')
    await sofia.asks('cart', 'setCartItems', { value: [vets, video] })
    expect(await sofia.isRefused('cart', 'purchaseTrial', print)).toBe('TRIAL_CATEGORY_LIMIT_REACHED')
    await sofia.asks('cart', 'setCartItems', { value: [await freeCategory()] })
    expect(await sofia.isRefused('cart', 'purchaseTrial', print)).toBe('EMAIL_NOT_APPROVED')
    await wantTrial(sofia, 'project')
    expect(await sofia.isRefused('cart', 'purchaseTrial', print)).toBe('TRIAL_ON_REQUEST_ONLY')
  })
})

describe('payments.orderCart', () => {
  it('makes an order at the price that is shown, and the cart is empty once that is paid', async () => {
    const tanya = await world.customer('tanya')
    await tanya.asks('cart', 'setCartItems', { value: [vets, video] })
    const { estimation } = await tanya.asks('cart', 'updateCart', { tariff: await world.tariffId('category-month') })
    const { sum, account } = await tanya.asks('payments', 'orderCart', {})
    expect(sum).toBe(estimation.total)
    expect((await tanya.asks('cart', 'getCart', {})).cart.items).toEqual([vets, video])
    await tanya.asks('payments', 'payInTestMode', { account })
    expect(await tanya.asks('cart', 'getCart', {})).toEqual(emptyFilled)
    // From now on it is a prolongation.
    await tanya.asks('cart', 'setCartItems', { value: [vets] })
    expect(
      (await tanya.asks('cart', 'updateCart', { tariff: await world.tariffId('category-month') })).estimation.total,
    ).toBe(891)
  })

  it('refuses whatever cannot be ordered', async () => {
    const uma = await world.customer('uma')
    expect(codeOf(await world.ask('payments', 'orderCart', {}))).toBe('UNAUTHORIZED')
    expect(await uma.isRefused('payments', 'orderCart', { gateway: 'cash' as 'test' })).toBe('VALIDATION_FAILED')
    expect(await uma.isRefused('payments', 'orderCart', {})).toBe('CART_EMPTY')
    await uma.asks('cart', 'setCartItems', { value: [vets] })
    expect(await uma.isRefused('payments', 'orderCart', {})).toBe('TARIFF_REQUIRED')
    await uma.asks('cart', 'updateCart', { tariff: await world.tariffId('category-trial') })
    expect(await uma.isRefused('payments', 'orderCart', {})).toBe('TARIFF_REQUIRED')
    // In a cart from a time when it was sold.
    const over = await world.tariffId('category-team-3-month')
    await uma.asks('cart', 'updateCart', { tariff: over })
    await world.db.updateTable('tariffs').set({ archivedAt: world.clock.now() }).where('id', '=', over).execute()
    expect(await uma.isRefused('payments', 'orderCart', {})).toBe('TARIFF_REQUIRED')
    await world.db.updateTable('tariffs').set({ archivedAt: null }).where('id', '=', over).execute()
    const groups = await world.tariffId('group-month')
    await uma.asks('cart', 'updateCart', { tariff: groups, quantity: 900 })
    await world.db.updateTable('tariffs').set({ maxQuantity: 800 }).where('id', '=', groups).execute()
    expect(await uma.isRefused('payments', 'orderCart', {})).toBe('TARIFF_LIMIT_EXCEEDED')
  })

  it('refuses a code that does not apply, rather than take more than was thought', async () => {
    await makeCode('КОНЧИЛСЯ', { endsAt: new Date(world.clock.now().getTime() + SECOND) })
    const fedor = await world.customer('fedor')
    await fedor.asks('cart', 'setCartItems', { value: [vets] })
    await fedor.asks('cart', 'updateCart', { tariff: await world.tariffId('category-month'), promoCode: 'КОНЧИЛСЯ' })
    world.clock.advance(SECOND)
    expect(await world.ask('payments', 'orderCart', {}, fedor)).toMatchObject({
      code: 'PROMO_CODE_NOT_APPLICABLE',
      details: { reason: 'Срок действия промокода истёк' },
    })
    await fedor.asks('cart', 'updateCart', { promoCode: null })
    expect((await fedor.asks('payments', 'orderCart', {})).sum).toBe(990)
  })
})

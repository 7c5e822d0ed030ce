import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY, SECOND } from '../../../kit/clock.ts'
import { codeOf } from '../../../testing/read-answer.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, paid, type TestWorld } from '../../../testing/test-world.ts'
import { tenPercent, type PromoCodeFields } from './promo.samples.ts'

let world: TestWorld
let admin: TestUser
beforeAll(async () => {
  world = await openTestWorld()
  admin = await world.somebody('alisa', ['admin'])
})
afterAll(() => world.close())

const create = async (more: Partial<PromoCodeFields>) =>
  (await admin.asks('promo', 'createPromoCode', { ...tenPercent, ...more })).promoCode
const at = (milliseconds: number): string => new Date(world.clock.now().getTime() + milliseconds).toISOString()
const lastAudit = () =>
  world.db
    .selectFrom('auditLog')
    .select(['action', 'actorId', 'details'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
const reasonOf = (answer: unknown): unknown => (answer as { details?: { reason?: string } }).details?.reason

/** As if it was bought. */
async function buys(person: TestUser, code: string | null = null): Promise<string> {
  await person.asks('cart', 'updateCart', { tariff: await world.tariffId('category-month'), promoCode: code })
  await person.asks('cart', 'setCartItems', { value: [await world.categoryId('vets')] })
  const { account } = await person.asks('payments', 'orderCart', {})
  await person.asks('payments', 'payInTestMode', { account })
  return account
}

describe('promo.getPromoCode', () => {
  it('shows a code to whoever has it, in any case of its letters, and not its limits', async () => {
    await create({
      code: 'Лето_2026',
      categories: [await world.categoryId('vets')],
      discountValue: 12.5,
      discountValue2: 5,
    })
    const answer = await world.ask('promo', 'getPromoCode', { code: ' лето_2026' })
    expect(answer).toEqual({
      status: 'ok',
      result: {
        promoCode: {
          code: 'Лето_2026',
          product: null,
          tariffType: 'all',
          categories: [await world.categoryId('vets')],
          discountType: 'percent_off',
          discountValue: 12.5,
          discountValue2: 5,
          title: expect.stringContaining('12,5'),
        },
      },
    })
  })

  it.each<[string, Partial<PromoCodeFields>, string]>([
    ['is over', { startsAt: '2026-01-01T00:00:00Z', endsAt: '2026-11-20T12:00:00Z' }, 'Срок действия промокода истёк'],
    ['has not begun', { startsAt: '2026-11-21T12:00:00Z' }, 'Промокод начнёт действовать 21.11.2026'],
  ])('answers why one that %s is refused', async (what, more, reason) => {
    const { code } = await create({ code: `code-${what.length}`, ...more })
    const answer = await world.ask('promo', 'getPromoCode', { code })
    expect([codeOf(answer), reasonOf(answer)]).toEqual(['PROMO_CODE_NOT_APPLICABLE', reason])
  })

  it('does not know codes that are not there, were taken out of use, or are presents of others', async () => {
    const boris = await world.customer('boris')
    const vera = await world.customer('vera')
    const { code, ...rest } = await create({ code: 'GONE' })
    await admin.asks('promo', 'updatePromoCode', { ...rest, code, archived: true })
    const gift = (await boris.asks('promo', 'getGiftPromoCode', {})).promoCode?.code ?? ''
    for (const unknown of ['NOWHERE', code, gift])
      expect(await vera.isRefused('promo', 'getPromoCode', { code: unknown })).toBe('PROMO_CODE_NOT_FOUND')
    expect((await boris.asks('promo', 'getPromoCode', { code: gift })).promoCode.code).toBe(gift)
    expect(await vera.isRefused('promo', 'getPromoCode', { code: 'x'.repeat(41) })).toBe('VALIDATION_FAILED')
  })
})

describe('promo.getGiftPromoCode', () => {
  it('is one and the same for a week, 20 % off the first purchase, also when two pages ask at once', async () => {
    const galya = await world.customer('galya')
    const answers = await Promise.all([1, 2, 3, 4].map(() => galya.asks('promo', 'getGiftPromoCode', {})))
    const [gift] = answers
    expect(new Set(answers.map(({ promoCode }) => promoCode?.code)).size).toBe(1)
    expect(gift).toMatchObject({
      promoCode: { tariffType: 'paid', discountType: 'percent_off', discountValue: 20, product: null },
      expiresAt: at(7 * DAY),
    })
    world.clock.advance(7 * DAY - SECOND)
    expect(await galya.asks('promo', 'getGiftPromoCode', {})).toEqual(gift)
    world.clock.advance(SECOND)
    expect(await galya.asks('promo', 'getGiftPromoCode', {})).toEqual({ promoCode: null, expiresAt: null })
  })

  it('is there for whoever was given something or turned back from paying, and gone once something was bought', async () => {
    const dasha = await world.customer('dasha', paid('vets'))
    const { promoCode } = await dasha.asks('promo', 'getGiftPromoCode', {})
    await dasha.asks('cart', 'updateCart', {
      tariff: await world.tariffId('category-month'),
      promoCode: promoCode?.code ?? '',
    })
    await dasha.asks('cart', 'setCartItems', { value: [await world.categoryId('video')] })
    await dasha.asks('payments', 'orderCart', {})
    expect((await dasha.asks('promo', 'getGiftPromoCode', {})).promoCode).toEqual(promoCode)
    expect((await dasha.asks('cart', 'getCart', {})).estimation.promoCodeStatus.error).toBe('')
    await buys(dasha, promoCode?.code)
    expect(await dasha.asks('promo', 'getGiftPromoCode', {})).toEqual({ promoCode: null, expiresAt: null })
  })

  it('is for people who are signed in', async () => {
    expect(codeOf(await world.ask('promo', 'getGiftPromoCode', {}))).toBe('UNAUTHORIZED')
  })
})

describe('cart.subscribeByPromo', () => {
  const print = (fp: string) => ({ fp, incognito: false })

  it('gives a trial of a free category, and of groups, once', async () => {
    const egor = await world.customer('egor')
    await world.db.updateTable('users').set({ emailApprove: true }).where('id', '=', egor.userId).execute()
    const free = await world.db.selectFrom('categories').select('id').where('free', '=', true).executeTakeFirstOrThrow()
    const wanted = { ...print('egor'), more: { product: 'category', category: free.id } } as const
    expect(await egor.asks('cart', 'subscribeByPromo', wanted)).toEqual({ goTo: '/feed' })
    expect(await egor.asks('cart', 'subscribeByPromo', { ...print('egor'), more: { product: 'group' } })).toEqual({
      goTo: '/groups',
    })
    const { subscriptions } = await egor.asks('subscriptions', 'listSubscriptions', {})
    expect(subscriptions.map(({ Tariff, expiresAt }) => [Tariff.product, Tariff.type, expiresAt])).toEqual(
      expect.arrayContaining([
        ['category', 'trial', at(3 * DAY)],
        ['group', 'trial', at(3 * DAY)],
      ]),
    )
    expect(await egor.isRefused('cart', 'subscribeByPromo', wanted)).toBe('TRIAL_ALREADY_USED')
  })

  it('refuses a guest, an e-mail that is not approved, no category, and one that costs', async () => {
    const fedor = await world.customer('fedor')
    const free = await world.db.selectFrom('categories').select('id').where('free', '=', true).executeTakeFirstOrThrow()
    const wanted = { ...print('fedor'), more: { product: 'category', category: free.id } } as const
    expect(codeOf(await world.ask('cart', 'subscribeByPromo', wanted))).toBe('UNAUTHORIZED')
    await world.db.updateTable('users').set({ emailApprove: false }).where('id', '=', fedor.userId).execute()
    expect(await fedor.isRefused('cart', 'subscribeByPromo', wanted)).toBe('EMAIL_NOT_APPROVED')
    await world.db.updateTable('users').set({ emailApprove: true }).where('id', '=', fedor.userId).execute()
    expect(await fedor.isRefused('cart', 'subscribeByPromo', { ...wanted, more: { product: 'category' } })).toBe(
      'VALIDATION_FAILED',
    )
    const costly = await world.db.selectFrom('categories').select('id').where('free', '=', false).executeTakeFirst()
    expect(
      await fedor.isRefused('cart', 'subscribeByPromo', {
        ...wanted,
        more: { product: 'category', category: costly?.id ?? 999_999 },
      }),
    ).toBe('TRIAL_CATEGORY_LIMIT_REACHED')
    expect(
      await fedor.isRefused('cart', 'subscribeByPromo', { ...wanted, more: { product: 'project' as 'group' } }),
    ).toBe('VALIDATION_FAILED')
  })
})

describe('promo.createPromoCode, updatePromoCode, listPromoCodes', () => {
  it('keeps what an admin writes, and notes who wrote it', async () => {
    const limits = { startsAt: at(0), endsAt: at(DAY), maxUses: 5, maxUsesEach: 1, firstPurchase: true }
    const made = await create({
      code: 'РУБЛИ',
      product: 'group',
      tariffType: 'team',
      discountType: 'amount_off',
      discountValue: 1.15,
      discountValue2: 0.5,
      ...limits,
    })
    expect(made).toEqual({
      ...limits,
      id: expect.any(Number),
      code: 'РУБЛИ',
      product: 'group',
      tariffType: 'team',
      categories: [],
      discountType: 'amount_off',
      discountValue: 1.15,
      discountValue2: 0.5,
      used: 0,
      archived: false,
    })
    expect(await lastAudit()).toEqual({ action: 'promo-code-created', actorId: admin.userId, details: { after: made } })
    const changed = {
      ...made,
      code: 'РУБЛИ-2',
      discountType: 'days_extension' as const,
      discountValue: 7,
      discountValue2: null,
    }
    const { used: _, ...input } = changed
    expect((await admin.asks('promo', 'updatePromoCode', input)).promoCode).toEqual(changed)
    expect(await lastAudit()).toEqual({
      action: 'promo-code-changed',
      actorId: admin.userId,
      details: { before: made, after: changed },
    })
    expect(await admin.isRefused('promo', 'createPromoCode', { ...tenPercent, code: 'рубли-2' })).toBe(
      'PROMO_CODE_ALREADY_EXISTS',
    )
    expect(await admin.isRefused('promo', 'updatePromoCode', { ...input, id: 999_999 })).toBe('PROMO_CODE_NOT_FOUND')
  })

  it('counts uses, and shows presents only to whoever looks for them', async () => {
    const { code } = await create({ code: 'СЧИТАЙ' })
    const zhenya = await world.customer('zhenya')
    const gift = (await zhenya.asks('promo', 'getGiftPromoCode', {})).promoCode?.code ?? ''
    await buys(zhenya, code)
    const all = await admin.asks('promo', 'listPromoCodes', {})
    expect(all.docs.find((doc) => doc.code === code)?.used).toBe(1)
    expect(all.docs.some((doc) => doc.code.startsWith('GIFT'))).toBe(false)
    expect(all).toMatchObject({ total: all.docs.length, page: 1, pages: 1 })
    expect(
      (await admin.asks('promo', 'listPromoCodes', { search: gift.toLowerCase() })).docs.map((doc) => doc.code),
    ).toEqual([gift])
    expect((await admin.asks('promo', 'listPromoCodes', { page: 2 })).docs).toEqual([])
  })

  it.each<[string, Partial<PromoCodeFields>]>([
    ['more than all of it off', { discountValue: 101 }],
    ['more than all of it off by the day', { discountValue2: 101 }],
    ['more than ten years of days', { discountType: 'days_extension', discountValue: 3_651 }],
    ['more than ten times the days', { discountType: 'percentage_extension', discountValue: 1_001 }],
    ['an end before the beginning', { startsAt: '2026-12-02T00:00:00Z', endsAt: '2026-12-01T00:00:00Z' }],
    ['categories of what has none', { product: 'group', categories: [1] }],
    ['a code with a space', { code: 'два слова' }],
    ['a code too short', { code: 'ёж' }],
    ['less than nothing', { discountValue: -1 }],
    ['more uses than can be counted', { maxUses: 3_000_000_000 }],
  ])('refuses %s', async (_what, more) => {
    expect(await admin.isRefused('promo', 'createPromoCode', { ...tenPercent, code: 'НЕТАК', ...more })).toBe(
      'VALIDATION_FAILED',
    )
  })

  it('refuses categories that are not there, and everybody but an admin', async () => {
    expect(
      await admin.isRefused('promo', 'createPromoCode', { ...tenPercent, code: 'НЕТАК', categories: [999_999] }),
    ).toBe('CATEGORY_NOT_FOUND')
    const zoya = await world.customer('zoya')
    const input = { ...tenPercent, id: 1, archived: false }
    const guest = { token: null }
    for (const [asker, code] of [
      [guest, 'UNAUTHORIZED'],
      [zoya, 'FORBIDDEN'],
    ] as const) {
      expect(codeOf(await world.ask('promo', 'createPromoCode', tenPercent, asker))).toBe(code)
      expect(codeOf(await world.ask('promo', 'updatePromoCode', input, asker))).toBe(code)
      expect(codeOf(await world.ask('promo', 'listPromoCodes', {}, asker))).toBe(code)
    }
    expect(await admin.isRefused('promo', 'listPromoCodes', { page: 0 })).toBe('VALIDATION_FAILED')
  })
})

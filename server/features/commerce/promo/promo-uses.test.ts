import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf } from '../../../testing/read-answer.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, type TestWorld } from '../../../testing/test-world.ts'
import { keepPromo, releasePromo, reservePromo } from './promo.public.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())

async function makeCode(
  code: string,
  limits: { maxUses?: number; maxUsesEach?: number; firstPurchase?: boolean },
): Promise<number> {
  const { id } = await world.db
    .insertInto('promoCodes')
    .values({
      code,
      tariffType: 'all',
      discountType: 'percent_off',
      value: 1_000,
      createdAt: world.clock.now(),
      ...limits,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function fillCart(person: TestUser, promoCode: string): Promise<void> {
  await person.asks('cart', 'updateCart', { tariff: await world.tariffId('category-month'), promoCode })
  await person.asks('cart', 'setCartItems', { value: [await world.categoryId('vets')] })
}

const usesOf = (promoId: number) =>
  world.db
    .selectFrom('promoUses')
    .select(['userId', 'orderId', 'releasedAt'])
    .where('promoId', '=', promoId)
    .orderBy('id')
    .execute()

describe('the last use of a code', () => {
  it('is had by one of 20 who order at once', async () => {
    const promoId = await makeCode('LAST', { maxUses: 3 })
    const people = await Promise.all(Array.from({ length: 20 }, (_, index) => world.customer(`racer-${index}`)))
    for (const person of people) await fillCart(person, 'LAST')
    const answers = await Promise.all(people.map((person) => world.ask('payments', 'orderCart', {}, person)))
    expect(answers.map(codeOf).filter((code) => code === 'ok')).toHaveLength(3)
    expect(new Set(answers.map(codeOf))).toEqual(new Set(['ok', 'PROMO_CODE_NOT_APPLICABLE']))
    expect(await usesOf(promoId)).toHaveLength(3)
    const refused = answers.find(({ status }) => status === 'error')
    expect(refused).toMatchObject({ details: { reason: 'Промокод уже использован столько раз, сколько было можно' } })
    // Who was refused has ordered nothing.
    expect(await world.db.selectFrom('orders').select('id').execute()).toHaveLength(3)
  })

  it('is had once by a person who orders 20 times at once', async () => {
    const promoId = await makeCode('MINE', { maxUsesEach: 1 })
    const olya = await world.customer('olya')
    await fillCart(olya, 'MINE')
    await Promise.all(Array.from({ length: 20 }, () => world.ask('payments', 'orderCart', {}, olya)))
    expect((await usesOf(promoId)).filter(({ releasedAt }) => releasedAt === null)).toHaveLength(1)
  })
})

describe('a use', () => {
  it('comes back when the order fails, and counts again when it is paid after all', async () => {
    const promoId = await makeCode('BACK', { maxUses: 1 })
    const [petr, roma] = [await world.customer('petr'), await world.customer('roma')]
    for (const person of [petr, roma]) await fillCart(person, 'BACK')
    await petr.asks('payments', 'orderCart', {})
    const [use] = await usesOf(promoId)
    const orderId = use?.orderId ?? 0
    expect((await roma.asks('cart', 'getCart', {})).estimation.promoCodeStatus.error).not.toBe('')

    await world.db.transaction().execute((tx) => releasePromo(tx, world.clock, orderId))
    expect((await roma.asks('cart', 'getCart', {})).estimation).toMatchObject({
      total: 891,
      promoCodeStatus: { error: '' },
    })
    await world.db.transaction().execute((tx) => keepPromo(tx, orderId))
    expect(await roma.isRefused('payments', 'orderCart', {})).toBe('PROMO_CODE_NOT_APPLICABLE')
  })

  it('is refused when the code was taken out of use since it was weighed', async () => {
    const promoId = await makeCode('LATE', {})
    const sasha = await world.customer('sasha')
    await world.db.updateTable('promoCodes').set({ archivedAt: world.clock.now() }).where('id', '=', promoId).execute()
    const reserving = world.db
      .transaction()
      .execute((tx) => reservePromo(tx, world.clock, { promoId, userId: sasha.userId, orderId: 999_999 }))
    await expect(reserving).rejects.toMatchObject({ code: 'PROMO_CODE_NOT_FOUND' })
  })

  it('of a trial counts like any other', async () => {
    await makeCode('LONGER', { maxUses: 1 })
    await world.db
      .updateTable('promoCodes')
      .set({ discountType: 'days_extension', value: 4, tariffType: 'trial' })
      .where('code', '=', 'LONGER')
      .execute()
    const free = await world.db.selectFrom('categories').select('id').where('free', '=', true).executeTakeFirstOrThrow()
    const days: number[] = []
    for (const name of ['tanya', 'ulya']) {
      const person = await world.customer(name)
      await world.db.updateTable('users').set({ emailApprove: true }).where('id', '=', person.userId).execute()
      await person.asks('cart', 'updateCart', {
        tariffDetails: { product: 'category', type: 'trial' },
        promoCode: 'LONGER',
      })
      const { estimation } = await person.asks('cart', 'setCartItems', { value: [free.id] })
      await person.asks('cart', 'purchaseTrial', { fp: name, incognito: false })
      days.push(estimation.days ?? 0)
    }
    expect(days).toEqual([7, 3])
  })

  it('of a present goes with the account, and the order stays in the books', async () => {
    const fyodor = await world.customer('fyodor')
    const { promoCode } = await fyodor.asks('promo', 'getGiftPromoCode', {})
    await fillCart(fyodor, promoCode?.code ?? '')
    const { account } = await fyodor.asks('payments', 'orderCart', {})
    await fyodor.asks('payments', 'payInTestMode', { account })
    await world.db.deleteFrom('users').where('id', '=', fyodor.userId).execute()
    const order = await world.db
      .selectFrom('orders')
      .select(['userId', 'promoId', 'total', 'status'])
      .where('account', '=', account)
      .executeTakeFirst()
    expect(order).toEqual({ userId: null, promoId: null, total: 79_200, status: 'paid' })
  })
})

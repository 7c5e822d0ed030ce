import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY, MINUTE } from '../../../kit/clock.ts'
import { codeOf } from '../../../testing/read-answer.ts'
import { openTestWorld, type TestWorld } from '../../../testing/test-world.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { readCommissions } from './money.ts'
import { becomePartner, broughtBy, givesBack, payoutCodeOf, pays } from './partner.samples.ts'
import { releaseCommissions } from './release.ts'

let world: TestWorld
let admin: TestUser
beforeAll(async () => {
  world = await openTestWorld({
    config: { siteUrl: 'https://echolot.example', sessionDays: 4_000, sessionMostDays: 4_000 },
  })
  // Number one is the house itself.
  await world.customer('house')
  admin = await world.somebody('admin', ['admin'])
})
afterAll(() => world.close())
beforeEach(() => world.clock.advance(5 * MINUTE))

const moneyOf = async (partner: TestUser) => (await partner.asks('partner', 'getPartner', {})).money
const linesOf = async (partner: TestUser) => (await partner.asks('partner', 'listCommissions', {})).docs
const wallet = { method: 'card' as const, wallet: '4111 1111 1111 1111', other: '' }
const hold = async (): Promise<void> => {
  world.clock.advance(14 * DAY)
  await releaseCommissions(world)
}
let named = 0
const people = async () => {
  named += 1
  const partner = await becomePartner(world, `partner-${named}`)
  return { partner, buyer: await broughtBy(world, partner, `buyer-${named}`) }
}

describe('partner.enterPartner', () => {
  it('gives the role at once, a link and a code, and changes nothing the second time', async () => {
    const anna = await world.customer('anna')
    expect(await anna.isRefused('partner', 'getPartner', {})).toBe('FORBIDDEN')
    const [first, second] = await Promise.all([
      anna.asks('partner', 'enterPartner', {}),
      anna.asks('partner', 'enterPartner', {}),
    ])
    expect(first).toEqual(second)
    const partner = await anna.asks('partner', 'getPartner', {})
    expect(partner).toMatchObject({
      link: `https://echolot.example/?ref=${anna.userId}`,
      promoCode: { code: expect.stringMatching(/^[2-9A-Z]{7}$/), former: [] },
      terms: { rate: 20, months: 12, holdDays: 14, smallestPayout: 1000, discount: 10 },
      money: { earned: 0, held: 0, available: 0, requested: 0, paid: 0, suspected: 0 },
    })
    expect(codeOf(await world.ask('partner', 'enterPartner', {}))).toBe('UNAUTHORIZED')
  })

  it('terms are shown to anyone, and an admin changes them for the future alone', async () => {
    const before = await world.ask('partner', 'getPartnerTerms', {})
    expect(before).toMatchObject({ result: { terms: { rate: 20 } } })
    const { partner, buyer } = await people()
    await pays(world, buyer)
    const terms = { rate: 25.5, months: 6, holdDays: 7, smallestPayout: 500, discount: 5 }
    expect(await partner.isRefused('partner', 'setPartnerTerms', terms)).toBe('FORBIDDEN')
    expect(await admin.isRefused('partner', 'setPartnerTerms', { ...terms, rate: 101 })).toBe('VALIDATION_FAILED')
    // A part of a kopeck is no sum.
    const odd = { ...terms, smallestPayout: 1.00001 }
    expect(await admin.isRefused('partner', 'setPartnerTerms', odd)).toBe('VALIDATION_FAILED')
    expect((await admin.asks('partner', 'setPartnerTerms', terms)).terms).toEqual(terms)
    world.clock.advance(MINUTE)
    await pays(world, buyer)
    expect((await linesOf(partner)).map(({ rate, amount }) => [rate, amount])).toEqual([
      [25.5, 255],
      [20, 200],
    ])
    await admin.asks('partner', 'setPartnerTerms', {
      rate: 20,
      months: 12,
      holdDays: 14,
      smallestPayout: 1000,
      discount: 10,
    })
  })
})

describe('a commission', () => {
  it('is held until the refund window is over, and then the partner’s', async () => {
    const { partner, buyer } = await people()
    const account = await pays(world, buyer, { total: 299_900 })
    expect(await moneyOf(partner)).toMatchObject({ earned: 599.8, held: 599.8, available: 0 })
    expect(await linesOf(partner)).toMatchObject([
      {
        account,
        paid: 2999,
        amount: 599.8,
        rate: 20,
        by: 'link',
        state: 'held',
        email: expect.stringContaining('***'),
      },
    ])
    world.clock.advance(14 * DAY - MINUTE)
    await releaseCommissions(world)
    expect(await moneyOf(partner)).toMatchObject({ held: 599.8, available: 0 })
    world.clock.advance(MINUTE)
    await releaseCommissions(world)
    await releaseCommissions(world)
    expect(await moneyOf(partner)).toMatchObject({ held: 0, available: 599.8 })
  })

  it('is no more when the payment goes back before, and owed when after', async () => {
    const { partner, buyer } = await people()
    await givesBack(world, await pays(world, buyer))
    expect(await moneyOf(partner)).toMatchObject({ earned: 0, held: 0, available: 0 })
    const later = await pays(world, buyer)
    await hold()
    expect(await moneyOf(partner)).toMatchObject({ available: 200 })
    const [referral] = (await partner.asks('partner', 'listReferrals', {})).docs
    expect(referral).toMatchObject({ paid: 1000, earned: 200 })
    await givesBack(world, later)
    expect(await moneyOf(partner)).toMatchObject({ earned: 0, available: 0 })
    expect((await linesOf(partner)).map(({ state, why }) => [state, why])).toEqual([
      ['reversed', 'Деньги за покупку вернули'],
      ['reversed', 'Деньги за покупку вернули'],
    ])
  })

  it('is earned once, whatever order the jobs come in, and not of what was refunded by then', async () => {
    const { partner, buyer } = await people()
    const first = await pays(world, buyer, { jobs: false })
    world.clock.advance(MINUTE)
    await pays(world, buyer, { total: 50_000, jobs: false })
    await givesBack(world, first, false)
    await world.settle()
    await world.settle()
    expect((await linesOf(partner)).map(({ amount, state }) => [amount, state])).toEqual([[100, 'held']])
  })

  it('ends with the term, which begins with the first payment', async () => {
    const { partner, buyer } = await people()
    await pays(world, buyer)
    world.clock.advance(364 * DAY)
    await pays(world, buyer)
    world.clock.advance(2 * DAY)
    await pays(world, buyer)
    expect(
      (await readCommissions(world.db, { partnerId: partner.userId, limit: 9, offset: 0 })).map(
        ({ state, amount, why }) => [state, amount, why],
      ),
    ).toMatchObject([
      ['none', 0, 'Срок, за который начисляется, закончился'],
      ['held', 200, expect.anything()],
      ['held', 200, expect.anything()],
    ])
  })

  it('belongs to the code before the link, and the first payment decides for good', async () => {
    const { partner, buyer } = await people()
    const rival = await becomePartner(world, `rival-${named}`)
    const { promoCode } = await rival.asks('partner', 'getPartner', {})
    const { id: promoId } = await world.db
      .selectFrom('promoCodes')
      .select('id')
      .where('code', '=', promoCode.code)
      .executeTakeFirstOrThrow()
    await pays(world, buyer, { promoId })
    await pays(world, buyer)
    expect(await linesOf(partner)).toEqual([])
    expect((await linesOf(rival)).map(({ by }) => by)).toEqual(['promo', 'promo'])
    expect((await partner.asks('partner', 'listReferrals', {})).docs).toEqual([])
    expect((await rival.asks('partner', 'listReferrals', {})).docs).toMatchObject([
      { by: 'promo', paid: 2000, earned: 400 },
    ])
  })

  it('is none for who paid first by themselves, and that is shown', async () => {
    const { partner } = await people()
    const { promoCode } = await partner.asks('partner', 'getPartner', {})
    const { id: promoId } = await world.db
      .selectFrom('promoCodes')
      .select('id')
      .where('code', '=', promoCode.code)
      .executeTakeFirstOrThrow()
    const alone = await world.customer(`alone-${named}`)
    await pays(world, alone)
    await pays(world, alone, { promoId })
    await pays(world, alone)
    expect((await linesOf(partner)).map(({ state, amount, why }) => [state, amount, why])).toEqual([
      ['none', 0, 'Первая покупка была не по вашей ссылке и не с вашим промокодом'],
    ])
    expect((await partner.asks('partner', 'listReferrals', {})).docs.map(({ id }) => id)).not.toContain(alone.userId)
  })

  it('is not one’s own; from the same device or mailbox it is marked, and an admin decides', async () => {
    const own = await becomePartner(world, 'own')
    await world.db.updateTable('userReferrals').set({ refId: own.userId }).where('userId', '=', own.userId).execute()
    const { promoCode } = await own.asks('partner', 'getPartner', {})
    const { id: promoId } = await world.db
      .selectFrom('promoCodes')
      .select('id')
      .where('code', '=', promoCode.code)
      .executeTakeFirstOrThrow()
    await pays(world, own, { promoId })
    expect((await linesOf(own)).map(({ state, amount }) => [state, amount])).toEqual([['none', 0]])

    const friend = await broughtBy(world, own, 'own-friend')
    for (const userId of [own.userId, friend.userId])
      await world.db
        .insertInto('devicePrints')
        .values({
          userId,
          fp: 'one device',
          incognito: false,
          firstSeenAt: world.clock.now(),
          lastSeenAt: world.clock.now(),
        })
        .execute()
    await pays(world, friend)
    await pays(world, friend)
    expect(await moneyOf(own)).toMatchObject({ suspected: 400, held: 0 })
    await hold()
    expect(await moneyOf(own)).toMatchObject({ suspected: 400, available: 0 })
    const { suspected } = await admin.asks('partner', 'getPartnerStats', { partner_id: own.userId })
    expect(suspected).toMatchObject([
      { suspicions: ['С того же устройства, с которого работает партнёр'] },
      { state: 'suspected' },
    ])
    const [first, second] = suspected.map(({ id }) => id)
    const decide = (commission = 0, accept = true) => ({ commission, accept, comment: 'проверено' })
    expect(await own.isRefused('partner', 'settleSuspicion', decide(first))).toBe('FORBIDDEN')
    expect(await admin.asks('partner', 'settleSuspicion', decide(first))).toEqual({ state: 'available' })
    expect(await admin.asks('partner', 'settleSuspicion', decide(second, false))).toEqual({ state: 'refused' })
    expect(await admin.isRefused('partner', 'settleSuspicion', decide(first))).toBe('COMMISSION_NOT_FOUND')
    expect(await moneyOf(own)).toMatchObject({ suspected: 0, available: 200, earned: 200 })
    expect(await admin.isRefused('partner', 'getPartnerStats', { partner_id: 9_999_999 })).toBe('PARTNER_NOT_FOUND')
  })
})

describe('a payout', () => {
  const rich = async (total = 1_000_000) => {
    const { partner, buyer } = await people()
    await pays(world, buyer, { total })
    await hold()
    return partner
  }

  it('is asked for with the code of a letter, held, and paid', async () => {
    const partner = await rich()
    expect(await partner.asks('partner', 'getAvailablePayout', {})).toEqual({ available: 2000, smallest: 1000 })
    const token = await payoutCodeOf(world, partner)
    const { payout } = await partner.asks('partner', 'requestPayout', { ...wallet, sum: 1500, token })
    expect(payout).toMatchObject({ sum: 1500, status: 0, wallet: '•••• 1111', comment: null })
    expect(await moneyOf(partner)).toMatchObject({ available: 500, requested: 1500, paid: 0 })
    expect(await partner.isRefused('partner', 'requestPayout', { ...wallet, sum: 500, token })).toBe('PAYOUT_TOO_SMALL')

    const { docs } = await admin.asks('partner', 'listPartnerOrders', { partner: partner.userId })
    expect(docs).toMatchObject([{ id: payout.id, wallet: '4111 1111 1111 1111', partner: { id: partner.userId } }])
    expect(await admin.asks('partner', 'updatePartnerOrder', { order: payout.id, status: 10 })).toMatchObject({
      status: 10,
    })
    expect(await moneyOf(partner)).toMatchObject({ available: 500, requested: 0, paid: 1500 })
    expect((await world.letterTo(partner.email)).subject).toContain('выплачена')
    expect(await admin.isRefused('partner', 'updatePartnerOrder', { order: payout.id, status: 3 })).toBe(
      'PAYOUT_STATUS_NOT_ALLOWED',
    )
    expect((await partner.asks('partner', 'listPayouts', {})).docs).toMatchObject([{ id: payout.id, status: 10 }])
  })

  it('fifty at once are one', async () => {
    const partner = await rich()
    const token = await payoutCodeOf(world, partner)
    const asked = await Promise.all(
      Array.from({ length: 50 }, () => partner.isRefused('partner', 'requestPayout', { ...wallet, sum: 1000, token })),
    )
    expect(asked.filter((answer) => answer === 'ok')).toHaveLength(1)
    expect(await moneyOf(partner)).toMatchObject({ available: 1000, requested: 1000 })
  })

  it('is no more than there is, no less than the least, and only with the right code and wallet', async () => {
    const partner = await rich()
    const ask = (more: object) =>
      partner.isRefused('partner', 'requestPayout', { ...wallet, sum: 1000, token: '0000', ...more })
    expect(await ask({ sum: 2000.01 })).toBe('PAYOUT_LIMIT_REACHED')
    expect(await ask({ sum: 999.99 })).toBe('PAYOUT_TOO_SMALL')
    expect(await ask({ sum: 1000.001 })).toBe('VALIDATION_FAILED')
    expect(await ask({ wallet: '4111 1111 1111 1112' })).toBe('PAYOUT_WALLET_INVALID')
    expect(await ask({})).toBe('PAYOUT_CODE_EXPIRED')
    expect(codeOf(await world.ask('partner', 'sendPayoutCode', {}))).toBe('UNAUTHORIZED')
    const token = await payoutCodeOf(world, partner)
    expect(await ask({ token: token === '1234' ? '1235' : '1234' })).toBe('PAYOUT_CODE_INVALID')
    expect(await ask({ token })).toBe('ok')
    // A code for a payout confirms no e-mail, and the other way round.
    expect(codeOf(await world.ask('partner', 'requestPayout', { ...wallet, sum: 1000, token }))).toBe('UNAUTHORIZED')
    const customer = await world.customer(`customer-${named}`)
    expect(await customer.isRefused('partner', 'requestPayout', { ...wallet, sum: 1000, token })).toBe('FORBIDDEN')
  })

  it('that is refused gives the sum back and says why', async () => {
    const partner = await rich()
    const token = await payoutCodeOf(world, partner)
    const { payout } = await partner.asks('partner', 'requestPayout', { ...wallet, sum: 2000, token })
    const change = (status: number, comment?: string) =>
      admin.isRefused('partner', 'updatePartnerOrder', {
        order: payout.id,
        status: status as 5,
        ...(comment && { comment }),
      })
    expect(await change(5)).toBe('PAYOUT_COMMENT_REQUIRED')
    expect(await change(5, '  ')).toBe('PAYOUT_COMMENT_REQUIRED')
    expect(await change(4)).toBe('VALIDATION_FAILED')
    expect(await change(3)).toBe('ok')
    expect(await change(11)).toBe('ok')
    expect(await moneyOf(partner)).toMatchObject({ available: 2000, requested: 0, paid: 0 })
    expect(await admin.isRefused('partner', 'updatePartnerOrder', { order: 9_999_999, status: 1 })).toBe(
      'PAYOUT_NOT_FOUND',
    )
    expect(await partner.isRefused('partner', 'updatePartnerOrder', { order: payout.id, status: 1 })).toBe('FORBIDDEN')
    const log = await world.db.selectFrom('auditLog').select('action').where('userId', '=', partner.userId).execute()
    expect(log.map(({ action }) => action)).toEqual(expect.arrayContaining(['payout-requested', 'payout-changed']))
  })
})

describe('links and codes', () => {
  it('a short link (partner.followShortLink) leads to our own page, remembers whose it is, and counts who comes', async () => {
    const { partner } = await people()
    const make = (data: string) => partner.isRefused('partner', 'createShortLink', { data })
    expect(await make(' ')).toBe('SHORT_LINK_REQUIRED')
    for (const foreign of [
      'https://evil.example/order',
      'https://echolot.example.evil.example/',
      '//evil.example/x',
      'https://anna@echolot.example/',
      'javascript:alert(1)',
      '/no-such-page',
    ])
      expect(await make(foreign)).toBe('SHORT_LINK_NOT_ALLOWED')
    const { link } = await partner.asks('partner', 'createShortLink', {
      data: 'https://echolot.example/order?ref=5&utm_source=vk',
    })
    expect(link).toMatchObject({ target: '/order?utm_source=vk', visits: 0, registrations: 0 })
    expect(link.url).toMatch(/^https:\/\/echolot\.example\/r\/[A-Za-z0-9]{6}$/)
    const again = await partner.asks('partner', 'createShortLink', { data: '/order?utm_source=vk' })
    expect(again.link.id).toBe(link.id)

    const { pathname } = new URL(link.url)
    const comes = (headers: Record<string, string>) => world.web.app.inject({ method: 'GET', url: pathname, headers })
    const picture = await comes({ 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' })
    const frame = await comes({ 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' })
    for (const { statusCode, headers, cookies } of [picture, frame])
      expect([statusCode, headers.location, cookies]).toEqual([303, '/order?utm_source=vk', []])
    const person = await comes({ 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' })
    expect([person.statusCode, person.headers.location]).toEqual([303, '/order?utm_source=vk'])
    expect(person.cookies.find(({ name }) => name === 'ref_id')?.value).toBe(String(partner.userId))
    expect((await partner.asks('partner', 'listShortLinks', {})).docs).toMatchObject([{ id: link.id, visits: 1 }])
    const nowhere = await world.web.app.inject({ method: 'GET', url: '/r/nothing1' })
    expect([nowhere.statusCode, nowhere.headers.location]).toEqual([303, '/'])
    expect(
      (await partner.asks('partner', 'getTraffic', { period: 'day', type: 'visits', by: 'link' })).docs,
    ).toMatchObject([{ key: pathname, visits: 1, registrations: 0, payments: 0 }])
  })

  it('another code gives the discount from now on, and the one of before for thirty days more', async () => {
    const { partner } = await people()
    const { promoCode: before } = await partner.asks('partner', 'getPartner', {})
    const { code } = await partner.asks('partner', 'regeneratePromo', {})
    const after = (await partner.asks('partner', 'getPartner', {})).promoCode
    const endsAt = new Date(world.clock.now().getTime() + 30 * DAY).toISOString()
    expect(after).toEqual({ code, former: [{ code: before.code, endsAt }] })
    const guest = (asked: string) => world.ask('promo', 'getPromoCode', { code: asked })
    expect(await guest(before.code)).toMatchObject({ status: 'ok' })
    const customer = await world.customer(`regen-${named}`)
    expect(await customer.isRefused('partner', 'regeneratePromo', {})).toBe('FORBIDDEN')
  })

  it('switches and devices are kept, and other partners’ numbers are out of reach', async () => {
    const { partner } = await people()
    expect(await partner.asks('partner', 'setPartnerSwitch', { name: 'freeDirectLinks', value: true })).toEqual({
      switches: { freeDirectLinks: true, letters: true },
    })
    await partner.asks('partner', 'setPartnerSwitch', { name: 'letters', value: false })
    expect((await partner.asks('partner', 'getPartner', {})).switches).toEqual({
      freeDirectLinks: true,
      letters: false,
    })
    expect(await partner.isRefused('partner', 'setPartnerSwitch', { name: 'root' as never, value: true })).toBe(
      'VALIDATION_FAILED',
    )
    expect(await partner.asks('partner', 'saveFp', { fp: 'a'.repeat(32) })).toEqual({})
    expect(await partner.isRefused('partner', 'saveFp', { fp: '' })).toBe('VALIDATION_FAILED')
    const rival = await becomePartner(world, `stranger-${named}`)
    expect((await rival.asks('partner', 'listReferrals', {})).docs).toEqual([])
    expect((await rival.asks('partner', 'listShortLinks', {})).docs).toEqual([])
    for (const call of ['getPartner', 'listPayouts', 'listCommissions', 'getAvailablePayout'] as const)
      expect(codeOf(await world.ask('partner', call, {}))).toBe('UNAUTHORIZED')
  })

  it('referrals are found by what is shown of their e-mail, when they came and what they hold', async () => {
    const { partner, buyer } = await people()
    const of = async (filters: object) =>
      (await partner.asks('partner', 'listReferrals', { filters })).docs.map(({ id }) => id)
    expect(await of({})).toEqual([buyer.userId])
    expect(await of({ email: buyer.email.slice(0, 2) })).toEqual([buyer.userId])
    // What is hidden is not to be guessed sign by sign.
    expect(await of({ email: buyer.email.slice(0, 4) })).toEqual([])
    const today = world.clock.now().toISOString().slice(0, 10)
    expect(await of({ reg_begin: today, reg_end: today })).toEqual([buyer.userId])
    expect(await of({ reg_end: '2016-01-02' })).toEqual([])
    const category = await world.categoryId('photographers')
    expect(await of({ category })).toEqual([])
    await pays(world, buyer)
    expect(await of({ category })).toEqual([buyer.userId])
    expect(await of({ category_trial: category })).toEqual([])
  })

  it('days of registrations are those of the partner’s own clock', async () => {
    const { partner, buyer: late } = await people()
    const early = await broughtBy(world, partner, `early-${named}`)
    const of = async (filters: object) =>
      (await partner.asks('partner', 'listReferrals', { filters })).docs.map(({ id }) => id)
    const at = (userId: number, createdAt: string) =>
      world.db
        .updateTable('users')
        .set({ createdAt: new Date(createdAt) })
        .where('id', '=', userId)
        .execute()
    const lives = (timeZone: string) =>
      world.db.updateTable('users').set({ timeZone }).where('id', '=', partner.userId).execute()
    await at(late.userId, '2026-11-20T13:59:59.999Z')
    await at(early.userId, '2026-11-20T14:00:00Z')
    // There it is midnight between the two.
    await lives('Asia/Vladivostok')
    expect(await of({ reg_end: '2026-11-20' })).toEqual([late.userId])
    expect(await of({ reg_begin: '2026-11-21', reg_end: '2026-11-21' })).toEqual([early.userId])
    // And here the middle of the day.
    await lives('Europe/Moscow')
    expect(await of({ reg_begin: '2026-11-20', reg_end: '2026-11-20' })).toEqual([early.userId, late.userId])
    expect(await of({ reg_begin: '2026-11-21' })).toEqual([])
  })

  const inTheFile = async (who: TestUser, query: string) => {
    const { statusCode, headers, body } = await world.web.app.inject({
      method: 'GET',
      url: `/api/partner/export?format=csv&${query}`,
      cookies: { echolot: who.token },
    })
    const [, encoded = ''] = /filename\*=UTF-8''(.+)$/.exec(String(headers['content-disposition'])) ?? []
    return { statusCode, body, lines: body.trim().split('\r\n').length - 1, name: decodeURIComponent(encoded) }
  }

  it('lists go into a file', async () => {
    const { partner, buyer } = await people()
    await pays(world, buyer)
    for (const list of ['traffic', 'referrals', 'commissions', 'payouts'] as const) {
      const file = await inTheFile(partner, `list=${list}`)
      expect(file.statusCode).toBe(200)
      if (list === 'commissions') expect(file.body).toContain('По вашей ссылке')
    }
    expect(codeOf(await world.ask('partner', 'exportPartner', { list: 'payouts', format: 'csv' }))).toBe('UNAUTHORIZED')
  })

  it('a file holds what its table is filtered by, and its name says so', async () => {
    const { partner, buyer } = await people()
    const other = await broughtBy(world, partner, `other-${named}`)
    await pays(world, buyer)
    const category = await world.categoryId('photographers')
    const today = '2026-12-31'
    await world.db
      .updateTable('users')
      .set({ createdAt: new Date('2026-12-31T20:59:00Z') })
      .where('id', 'in', [buyer.userId, other.userId])
      .execute()
    const referrals = (filter: string) => inTheFile(partner, `list=referrals&${filter}`)
    expect(await referrals('')).toMatchObject({ lines: 2, name: 'Эхолот, партнёрская программа, рефералы.csv' })
    expect(await referrals(`email=ot&reg_begin=${today}&reg_end=${today}`)).toMatchObject({
      lines: 1,
      body: expect.stringContaining('31.12.2026'),
      name: 'Эхолот, партнёрская программа, рефералы, email ot, 31.12.2026.csv',
    })
    expect(await referrals(`category=${category}`)).toMatchObject({
      lines: 1,
      body: expect.stringContaining('Фотографы'),
      name: 'Эхолот, партнёрская программа, рефералы, купили Фотографы.csv',
    })
    expect(await referrals(`category_trial=${category}&reg_begin=2027-01-01`)).toMatchObject({
      lines: 0,
      name: 'Эхолот, партнёрская программа, рефералы, с 01.01.2027, пробуют Фотографы.csv',
    })
    expect(await inTheFile(partner, 'list=commissions&state=held')).toMatchObject({
      lines: 1,
      name: 'Эхолот, партнёрская программа, начисления, на удержании.csv',
    })
    expect(await inTheFile(partner, 'list=commissions&state=reversed')).toMatchObject({ lines: 0 })

    const { link } = await partner.asks('partner', 'createShortLink', { data: '/order' })
    const url = new URL(link.url).pathname
    const headers = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    await world.web.app.inject({ method: 'GET', url, headers })
    expect(await inTheFile(partner, 'list=traffic&by=link&type=visits')).toMatchObject({
      lines: 1,
      body: expect.stringContaining(`${url};1;0;0;0;0`),
      name: 'Эхолот, партнёрская программа, переходы, по ссылкам.csv',
    })
    expect(await inTheFile(partner, 'list=traffic&period=month&to=2020-01-31')).toMatchObject({
      lines: 0,
      name: 'Эхолот, партнёрская программа, переходы, по месяцам, по 31.01.2020.csv',
    })
    for (const wrong of ['list=referrals&reg_begin=вчера', 'list=commissions&state=lost', 'list=traffic&by=age'])
      expect((await inTheFile(partner, wrong)).statusCode).toBe(422)
    expect((await inTheFile(await world.customer(`curious-${named}`), 'list=referrals')).statusCode).toBe(403)
  })
})

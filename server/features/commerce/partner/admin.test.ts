/** What admins do with payouts and suspicions; letters of what was earned; what is left when a partner goes. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../kit/clock.ts'
import { codeOf } from '../../../testing/read-answer.ts'
import { openTestWorld, PASSWORD, type TestWorld } from '../../../testing/test-world.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { deleteDueAccounts } from '../../office/privacy/delete-due-accounts.ts'
import { writeOfEarnings } from './letters-of-earnings.ts'
import { becomePartner, broughtBy, givesBack, payoutCodeOf, pays } from './partner.samples.ts'
import { releaseCommissions } from './release.ts'

let world: TestWorld
let admin: TestUser
beforeAll(async () => {
  world = await openTestWorld({ config: { sessionDays: 4_000, sessionMostDays: 4_000 } })
  // Number one is the house itself.
  await world.customer('house')
  admin = await world.somebody('admin', ['admin'])
})
afterAll(() => world.close())
beforeEach(() => world.clock.advance(5 * MINUTE))

let named = 0
const people = async () => {
  named += 1
  const partner = await becomePartner(world, `earner-${named}`)
  return { partner, buyer: await broughtBy(world, partner, `payer-${named}`) }
}
/** Someone whose payments may be the partner's own: they work at the same device. */
const suspicious = async () => {
  const both = await people()
  const fp = `${named}`.padStart(32, 'd')
  await both.partner.asks('partner', 'saveFp', { fp })
  await both.buyer.asks('accounts', 'checkDevice', { fp, incognito: false })
  return both
}
/** Who asked for all of what they can have. */
const asksPayout = async (who?: { partner: TestUser; buyer: TestUser }) => {
  const { partner, buyer } = who ?? (await people())
  await pays(world, buyer, { total: 1_000_000 })
  world.clock.advance(14 * DAY)
  await releaseCommissions(world)
  const token = await payoutCodeOf(world, partner)
  const asked = { method: 'card' as const, wallet: '4111 1111 1111 1111', other: '', sum: 2000, token }
  return { partner, buyer, payout: (await partner.asks('partner', 'requestPayout', asked)).payout }
}
const inTheFile = (query: string, { token }: { token: string } = admin) =>
  world.web.app.inject({ method: 'GET', url: `/api/admin/partner-orders/export?${query}`, cookies: { echolot: token } })

describe('payouts', () => {
  it('are found by a part of the partner’s e-mail, as it stands and not as a pattern', async () => {
    const { partner, payout } = await asksPayout()
    const of = async (filter: object) =>
      (await admin.asks('partner', 'listPartnerOrders', filter)).docs.map(({ id }) => id)
    expect(await of({ email: ` ${partner.email.toUpperCase().slice(0, -3)} ` })).toEqual([payout.id])
    expect(await of({ email: '%' })).toEqual([])
    expect(await of({ partner: partner.userId, status: 0 })).toEqual([payout.id])
    expect(await of({ partner: partner.userId, status: 10 })).toEqual([])
  })

  it('go into a file whole (partner.exportPartnerOrders), those that the filter lets through, and the log says so', async () => {
    const [first, second] = [await asksPayout(), await asksPayout()]
    const file = await inTheFile(`partner=${first.partner.userId}&format=csv`)
    expect(file.statusCode).toBe(200)
    expect(file.body).toContain('4111 1111 1111 1111')
    expect(file.body).toContain(first.partner.email)
    expect(file.body).not.toContain(second.partner.email)
    expect((await inTheFile('status=10&format=csv')).body).not.toContain(first.partner.email)
    const book = await inTheFile('format=xlsx')
    expect([book.statusCode, book.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK'])
    expect((await inTheFile(`email=${encodeURIComponent(second.partner.email)}&format=csv`)).body).toContain(
      second.partner.email,
    )
    const log = world.db.selectFrom('auditLog').select('details').where('action', '=', 'payouts-exported').orderBy('id')
    const logged = (await log.execute()).map(({ details }) => details)
    expect(logged[0]).toEqual({ payouts: 1, partner: first.partner.userId })
    expect(JSON.stringify(logged)).not.toContain('@')

    expect((await inTheFile('format=csv', first.partner)).json()).toMatchObject({ code: 'FORBIDDEN' })
    expect(codeOf(await world.ask('partner', 'exportPartnerOrders', { format: 'csv' }))).toBe('UNAUTHORIZED')
    for (const query of ['format=pdf', 'format=csv&status=4', 'format=csv&partner=x'])
      expect((await inTheFile(query)).json()).toMatchObject({ code: 'VALIDATION_FAILED' })
  })
})

describe('partner.listSuspectedPartners', () => {
  it('names those of whom something waits, until it is decided', async () => {
    const { partner, buyer } = await suspicious()
    await pays(world, buyer)
    await pays(world, buyer)
    const waiting = async () =>
      (await admin.asks('partner', 'listSuspectedPartners', {})).partners.filter(({ id }) => id === partner.userId)
    expect(await waiting()).toEqual([{ id: partner.userId, email: partner.email, count: 2, sum: 400 }])
    const { suspected } = await admin.asks('partner', 'getPartnerStats', { partner_id: partner.userId })
    for (const { id } of suspected)
      await admin.asks('partner', 'settleSuspicion', { commission: id, accept: id === suspected[0]?.id, comment: '' })
    expect(await waiting()).toEqual([])
    expect(await partner.isRefused('partner', 'listSuspectedPartners', {})).toBe('FORBIDDEN')
    expect(codeOf(await world.ask('partner', 'listSuspectedPartners', {}))).toBe('UNAUTHORIZED')
  })
})

describe('who pays with the partner’s own', () => {
  const mask = '553691******8680'
  const waits = async (partner: TestUser) =>
    (await admin.asks('partner', 'getPartnerStats', { partner_id: partner.userId })).suspected.map((each) => [
      each.amount,
      each.suspicions,
    ])

  it('card is suspected, of another card not, and kept is what reveals neither the card nor its number', async () => {
    const { partner, buyer } = await people()
    const other = await broughtBy(world, partner, `other-${named}`)
    await pays(world, partner, { payer: { cardMask: mask, token: `token-${named}` } })
    await pays(world, other, { payer: { cardMask: '553691******8681', token: 'another' } })
    expect(await waits(partner)).toEqual([])
    // Veiled in another way, and only with the second payment.
    await pays(world, buyer)
    expect(await waits(partner)).toEqual([])
    await pays(world, buyer, { total: 50_000, payer: { cardMask: '553691XXXXXX8680' } })
    const reason = ['Та же карта или тот же счёт телефона, с которых платил партнёр']
    expect(await waits(partner)).toEqual([[100, reason]])
    await pays(world, buyer, { total: 60_000 })
    expect(await waits(partner)).toEqual([
      [120, reason],
      [100, reason],
    ])
    expect((await partner.asks('partner', 'listReferrals', { filters: { email: 'pa' } })).docs).toMatchObject([
      { id: buyer.userId, suspicions: reason },
    ])
    const kept = world.db.selectFrom('payerPrints').selectAll().where('userId', '=', partner.userId)
    expect(JSON.stringify(await kept.execute())).not.toMatch(/553691|8680|token-/)
    expect((await kept.execute()).map(({ kind, print }) => [kind, print.length])).toEqual([
      ['card', 32],
      ['token', 32],
    ])
  })

  it('wallet is suspected, whichever comes first, the payment or the payout', async () => {
    // The payout goes to 4111 1111 1111 1111.
    const { partner, buyer } = await asksPayout()
    await pays(world, buyer, { payer: { cardMask: '411111******1112' } })
    expect(await waits(partner)).toEqual([])
    await pays(world, buyer, { total: 50_000, payer: { cardMask: '411111******1111' } })
    const reason = ['Плательщик платил с того, куда партнёр получает выплаты']
    expect(await waits(partner)).toEqual([[100, reason]])

    const later = await people()
    const friend = await broughtBy(world, later.partner, `friend-${named}`)
    await pays(world, later.buyer, { total: 2_000_000 })
    world.clock.advance(14 * DAY)
    await releaseCommissions(world)
    await pays(world, later.buyer, { total: 70_000 })
    await pays(world, friend, { total: 80_000, payer: { phone: '79000000001' } })
    const token = await payoutCodeOf(world, later.partner)
    const asked = { method: 'sbp' as const, wallet: '+7 900 000-00-01', other: '', sum: 1000, token }
    const { payout } = await later.partner.asks('partner', 'requestPayout', asked)
    expect(await waits(later.partner)).toEqual([[160, reason]])
    expect((await later.partner.asks('partner', 'getPartner', {})).money).toMatchObject({
      held: 140,
      suspected: 160,
      available: 3000,
    })
    const [listed] = (await admin.asks('partner', 'listPartnerOrders', { partner: later.partner.userId })).docs
    expect(listed).toMatchObject({ id: payout.id, suspicions: reason })
  })
})

it('who was given the role by us has a card as others have (partner.getPartnerStats), and a customer has none', async () => {
  const given = await world.somebody('given', ['partner'])
  await pays(world, await broughtBy(world, given, 'given-brought'))
  const card = (person: TestUser) => ({ partner_id: person.userId })
  expect(await admin.asks('partner', 'getPartnerStats', card(given))).toMatchObject({
    partner: { id: given.userId, email: given.email },
    money: { earned: 200, held: 200 },
    referrals: 1,
    paying: 1,
    suspected: [],
  })
  const customer = await world.customer('no-partner')
  expect(await admin.isRefused('partner', 'getPartnerStats', card(customer))).toBe('PARTNER_NOT_FOUND')
  expect(await given.isRefused('partner', 'getPartnerStats', card(given))).toBe('FORBIDDEN')
  // A letter goes to them as well.
  world.clock.advance(DAY)
  await writeOfEarnings(world)
  expect((await world.letterTo(given.email)).subject).toContain('начислено')
})

describe('letters of what was earned', () => {
  const lettersTo = (person: TestUser) =>
    world.db
      .selectFrom('letters')
      .select(['subject', 'plain'])
      .where('recipient', '=', person.email)
      .where('subject', 'like', 'Партнёрская программа%')
      .orderBy('id')
      .execute()
  const subjectsTo = async (person: TestUser) => (await lettersTo(person)).map(({ subject }) => plain(subject))
  const plain = (text: string): string => text.replaceAll('\u00A0', ' ')
  const nextDay = async (): Promise<void> => {
    world.clock.advance(DAY)
    await writeOfEarnings(world)
  }

  it('go once a day at most, and report everything once', async () => {
    const { partner, buyer } = await people()
    await pays(world, buyer)
    await pays(world, buyer, { total: 50_000 })
    await nextDay()
    await writeOfEarnings(world)
    expect(await subjectsTo(partner)).toEqual(['Партнёрская программа: начислено 300 руб.'])
    await pays(world, buyer)
    await writeOfEarnings(world)
    expect(await subjectsTo(partner)).toHaveLength(1)
    await Promise.all([nextDay(), writeOfEarnings(world)])
    expect((await subjectsTo(partner)).slice(1)).toEqual(['Партнёрская программа: начислено 200 руб.'])
    await nextDay()
    expect(await subjectsTo(partner)).toHaveLength(2)

    world.clock.advance(14 * DAY)
    await releaseCommissions(world)
    await nextDay()
    expect((await subjectsTo(partner)).slice(2)).toEqual(['Партнёрская программа: доступно к выплате 500 руб.'])
  })

  it('report what went back and what was decided, and not what came and went in between', async () => {
    const { partner, buyer } = await suspicious()
    const kept = await pays(world, buyer)
    await givesBack(world, await pays(world, buyer, { total: 70_000 }))
    await pays(world, buyer, { total: 50_000 })
    await nextDay()
    expect(await subjectsTo(partner)).toEqual(['Партнёрская программа: на проверке 300 руб.'])
    await givesBack(world, kept)
    const { suspected } = await admin.asks('partner', 'getPartnerStats', { partner_id: partner.userId })
    for (const { id } of suspected)
      await admin.asks('partner', 'settleSuspicion', { commission: id, accept: false, comment: 'свой же кабинет' })
    await nextDay()
    const text = plain((await lettersTo(partner)).at(-1)?.plain ?? '')
    expect(text).toContain('Отменено 200 руб.')
    expect(text).toContain('Не зачтено после проверки 100 руб.')
    expect(text).not.toContain('140')
  })

  it('do not go to who turned them off, and later not of what happened meanwhile', async () => {
    const { partner, buyer } = await people()
    await partner.asks('partner', 'setPartnerSwitch', { name: 'letters', value: false })
    await pays(world, buyer)
    await nextDay()
    await partner.asks('partner', 'setPartnerSwitch', { name: 'letters', value: true })
    await nextDay()
    expect(await subjectsTo(partner)).toEqual([])
    await pays(world, buyer)
    await nextDay()
    expect(await subjectsTo(partner)).toEqual(['Партнёрская программа: начислено 200 руб.'])
  })
})

describe('a partner who goes', () => {
  it('leaves commissions, entries and the payout that is open, which is still paid; wallets go', async () => {
    const { partner, buyer, payout } = await asksPayout()
    // One that has ended before, and one of a partner who stays.
    const ended = await asksPayout({ partner, buyer })
    await admin.asks('partner', 'updatePartnerOrder', { order: ended.payout.id, status: 10 })
    const stays = await asksPayout()
    await admin.asks('partner', 'updatePartnerOrder', { order: stays.payout.id, status: 5, comment: 'не та карта' })
    const walletsOf = async (...ids: number[]) => {
      const found = world.db.selectFrom('payouts').select(['id', 'wallet', 'other']).where('id', 'in', ids)
      return new Map((await found.execute()).map(({ id, wallet, other }) => [id, wallet !== null && other !== null]))
    }
    await partner.asks('partner', 'createShortLink', { data: '/order' })
    const { promoCode } = await partner.asks('partner', 'getPartner', {})
    await pays(world, buyer)
    const books = () =>
      Promise.all([
        world.db
          .selectFrom('commissions')
          .select(['id', 'amount', 'state'])
          .where('partnerId', '=', partner.userId)
          .orderBy('id')
          .execute(),
        world.db
          .selectFrom('moneyEntries')
          .select(['id', 'kind', 'amount'])
          .where('debit', 'like', 'partner%')
          .orderBy('id')
          .execute(),
      ])
    const before = await books()
    await partner.asks('privacy', 'deleteAccount', { password: PASSWORD })
    world.clock.advance(14 * DAY - HOUR)
    await writeOfEarnings(world)
    world.clock.advance(HOUR)
    await deleteDueAccounts(world)
    expect(await world.db.selectFrom('users').select('id').where('id', '=', partner.userId).execute()).toEqual([])
    for (const table of ['partners', 'shortLinks'] as const)
      expect(await world.db.selectFrom(table).selectAll().where('userId', '=', partner.userId).execute()).toEqual([])
    expect(await books()).toEqual(before)
    // The code gives nothing any more.
    expect(
      await world.db
        .selectFrom('promoCodes')
        .select(['partnerId', 'endsAt'])
        .where('code', '=', promoCode.code)
        .execute(),
    ).toEqual([{ partnerId: null, endsAt: world.clock.now() }])

    // Whom they brought brings nothing any more.
    await pays(world, buyer)
    expect((await books())[0]).toEqual(before[0])

    // Those who pay see where to, and of what was paid what the books need.
    const gone = { id: partner.userId, email: '', username: 'аккаунт удалён' }
    const listed = async () => (await admin.asks('partner', 'listPartnerOrders', { partner: partner.userId })).docs
    const forgotten = {
      id: ended.payout.id,
      sum: 2000,
      method: 'card',
      status: 10,
      wallet: '',
      other: '',
      partner: gone,
    }
    expect(await listed()).toMatchObject([
      { id: payout.id, wallet: '4111 1111 1111 1111', partner: gone },
      { ...forgotten, createdAt: ended.payout.createdAt },
    ])
    expect(await walletsOf(payout.id, ended.payout.id, stays.payout.id)).toEqual(
      new Map([
        [payout.id, true],
        [ended.payout.id, false],
        [stays.payout.id, true],
      ]),
    )
    await releaseCommissions(world)
    await writeOfEarnings(world)
    expect(await admin.asks('partner', 'updatePartnerOrder', { order: payout.id, status: 10 })).toMatchObject({
      status: 10,
    })
    expect((await listed()).map(({ id, wallet }) => [id, wallet])).toEqual([
      [ended.payout.id, ''],
      [payout.id, ''],
    ])
    expect(await walletsOf(payout.id, stays.payout.id)).toEqual(
      new Map([
        [payout.id, false],
        [stays.payout.id, true],
      ]),
    )
    expect(await admin.isRefused('partner', 'getPartnerStats', { partner_id: partner.userId })).toBe(
      'PARTNER_NOT_FOUND',
    )
  })
})

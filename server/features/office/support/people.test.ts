/** Finding people: every filter, the one search field, and what is shown of them; then all lists about one of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InfoOf, PeopleFilters, PersonPlace } from '../../../../contract/office/support.ts'
import { DAY } from '../../../kit/clock.ts'
import { postLetter } from '../../../kit/mail/post-letter.ts'
import { codeOf } from '../../../testing/read-answer.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { groups, openTestWorld, paid, paidForTeam, trial, type TestWorld } from '../../../testing/test-world.ts'
import { insertOrder, noticeOf, orderNow, testGateway, tillOf } from '../../commerce/payments/payments.samples.ts'
import { takeNotice } from '../../commerce/payments/take-notice.ts'

let world: TestWorld
let support: TestUser
/** By nickname. */
const people = new Map<string, TestUser>()
const one = (nickname: string): TestUser => people.get(nickname) as TestUser
let account: string

beforeAll(async () => {
  world = await openTestWorld({ config: { sessionDays: 4_000, sessionMostDays: 4_000 } })
  await world.customer('house')
  support = await world.somebody('support', ['support'])
  const holdings = {
    anna: [paid('photographers', 30), paid('vets', 1)],
    boris: [trial('vets', 40)],
    galina: [groups(5, 20)],
    olga: [paidForTeam('photographers', 60)],
    vera: [],
    nikita: [],
    polina: [],
  }
  for (const [nickname, held] of Object.entries(holdings)) {
    world.clock.advance(DAY)
    people.set(nickname, await world.customer(nickname, ...held))
  }
  await world.team(one('olga'), one('vera'))
  await world.db
    .updateTable('users')
    .set({ roles: ['partner'] })
    .where('id', '=', one('polina').userId)
    .execute()
  const at = world.clock.now()
  await world.db
    .insertInto('userReferrals')
    .values([
      { userId: one('nikita').userId, refId: one('polina').userId, at },
      { userId: one('vera').userId, refId: 1, at },
    ])
    .execute()
  await world.db
    .updateTable('users')
    .set({ phone: '79161234567', phoneApprove: true, username: 'Анна Ёлкина' })
    .where('id', '=', one('anna').userId)
    .execute()
  const order = await insertOrder(world, one('anna'), { createdAt: at })
  account = order.account
  await takeNotice(tillOf(world), testGateway(world), noticeOf(world, await orderNow(world, order)))
  const { id: promoId } = await world.db
    .insertInto('promoCodes')
    .values({ code: 'ВЕСНА-10', tariffType: 'all', discountType: 'percent_off', value: 1000, createdAt: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.db
    .insertInto('promoUses')
    .values({ promoId, userId: one('boris').userId, at })
    .execute()
})
afterAll(() => world.close())

const find = async (filters: PeopleFilters): Promise<string[]> => {
  const { docs, total } = await support.asks('support', 'listPeople', { filters })
  expect(total).toBe(docs.length)
  return docs.map(({ email }) => email?.split('@')[0] ?? '')
}
/** Of the days on which each came. */
const dayOf = (daysAgo: number): string =>
  new Date(world.clock.now().getTime() - daysAgo * DAY).toISOString().slice(0, 10)

describe('support.listPeople', () => {
  const table: [filters: () => PeopleFilters | Promise<PeopleFilters>, found: string[]][] = [
    [() => ({}), ['polina', 'nikita', 'vera', 'olga', 'galina', 'boris', 'anna', 'support', 'house']],
    [() => ({ email: ' ANNA@ex ' }), ['anna']],
    [() => ({ email: 'нет_такого%' }), []],
    [() => ({ phone: '8 (916) 123-45-67' }), ['anna']],
    [() => ({ phone: 'почта' }), []],
    [() => ({ name: 'ёлк' }), ['anna']],
    [() => ({ name: 'elkina' }), ['anna']],
    [() => ({ id: one('vera').userId }), ['vera']],
    [() => ({ regFrom: dayOf(1) }), ['polina', 'nikita']],
    [() => ({ regFrom: dayOf(3), regTo: dayOf(2) }), ['vera', 'olga']],
    [() => ({ product: 'group' }), ['galina']],
    [() => ({ product: 'category' }), ['olga', 'boris', 'anna']],
    [async () => ({ category: await world.categoryId('photographers') }), ['olga', 'anna']],
    [() => ({ type: 'trial' }), ['boris']],
    [() => ({ type: 'team' }), ['olga']],
    [() => ({ type: 'paid' }), ['olga', 'galina', 'anna']],
    [() => ({ product: 'group', type: 'team' }), []],
    [() => ({ expiring: 17 }), ['galina']],
    [() => ({ expiring: 30 }), ['galina', 'anna']],
    [() => ({ paid: 'ever' }), ['anna']],
    [() => ({ paid: 'never', type: 'paid' }), ['olga', 'galina']],
    [() => ({ team: 'owner' }), ['olga']],
    [() => ({ team: 'member' }), ['vera']],
    [() => ({ partner: 'partner' }), ['polina']],
    [() => ({ partner: 'brought' }), ['nikita']],
    [() => ({ broughtBy: one('polina').userId }), ['nikita']],
    [() => ({ seenFrom: dayOf(1) }), ['polina', 'nikita', 'support']],
    [() => ({ seenTo: dayOf(6) }), ['anna', 'house']],
    [() => ({ search: 'anna@' }), ['anna']],
    [() => ({ search: 'ЕЛКИНА' }), ['anna']],
    [() => ({ search: '+7 916 123' }), ['anna']],
    [() => ({ search: `№ ${one('olga').userId}` }), ['olga']],
    [() => ({ search: account.toLowerCase() }), ['anna']],
    [() => ({ search: 'весна-10' }), ['boris']],
    [() => ({ search: 'anna', type: 'team' }), []],
    [() => ({ search: '  ' }), ['polina', 'nikita', 'vera', 'olga', 'galina', 'boris', 'anna', 'support', 'house']],
  ]
  it.each(table)('finds by its filters, the newest first: %#', async (filters, found) => {
    expect(await find(await filters())).toEqual(found)
  })

  it('shows what support looks at first, a page at a time', async () => {
    const { docs, total, pages } = await support.asks('support', 'listPeople', { page: 2, limit: 4 })
    expect([docs.length, total, pages]).toEqual([4, 9, 3])
    const [anna] = (await support.asks('support', 'listPeople', { filters: { email: 'anna@' } })).docs
    expect(anna).toMatchObject({
      id: one('anna').userId,
      username: 'Анна Ёлкина',
      phone: '79161234567',
      role: [],
      paid: 1500,
      team: null,
      running: { paid: 2, trial: 0 },
    })
    expect(JSON.stringify(docs)).not.toMatch(/hash|token|password/i)
  })

  it('is refused to others, and of what is no filter', async () => {
    expect(codeOf(await world.ask('support', 'listPeople', {}))).toBe('UNAUTHORIZED')
    expect(await one('anna').isRefused('support', 'listPeople', {})).toBe('FORBIDDEN')
    expect(await (await world.somebody('chief', ['admin'])).isRefused('support', 'listPeople', {})).toBe('FORBIDDEN')
    for (const filters of [{ expiring: 0 }, { regFrom: '2026-13-01' }, { team: 'captain' }] as object[])
      expect(await support.isRefused('support', 'listPeople', { filters })).toBe('VALIDATION_FAILED')
  })
})

describe('support.getPersonInfo', () => {
  const read = async <Place extends PersonPlace>(
    who: string,
    place: Place,
    more: object = {},
  ): Promise<InfoOf<Place>> => {
    const { info } = await support.asks('support', 'getPersonInfo', {
      action: 'view',
      user: one(who).userId,
      place,
      ...more,
    })
    return info as InfoOf<Place>
  }

  it('shows who they are, what they hold and what they paid', async () => {
    expect((await read('anna', 'details')).person).toMatchObject({
      id: one('anna').userId,
      email: 'anna@example.ru',
      phoneApprove: true,
      paid: 1500,
      purchases: 1,
      broughtBy: null,
      changeable: true,
    })
    expect((await read('nikita', 'details')).person.broughtBy).toMatchObject({ id: one('polina').userId })
    const statesOf = async (more: object = {}) =>
      (await read('anna', 'subscriptions', more)).docs.map(({ name, state }) => `${name} ${state}`).toSorted()
    const held = ['Категория «Фотографы» running', 'Категория «Фотографы» waiting']
    expect(await statesOf()).toEqual([expect.stringMatching(/ over$/), ...held])
    expect(await statesOf({ period: { from: dayOf(1) } })).toEqual(held)
    expect((await read('anna', 'subscriptions')).docs.at(-1)?.state).toBe('over')
    expect((await read('olga', 'subscriptions')).docs).toMatchObject([{ type: 'team', state: 'running' }])
    const [purchase] = (await read('anna', 'purchases')).docs
    expect(purchase).toMatchObject({
      account,
      sum: 1500,
      status: 'paid',
      opened: true,
      journal: [{ words: 'Платёжная система сообщила об оплате', bad: false }],
    })
    expect((await read('anna', 'purchases', { period: { to: dayOf(1) } })).docs).toEqual([])
  })

  it('shows where they came in, what was written to them and what became of it', async () => {
    expect((await read('anna', 'sessions')).docs).toMatchObject([{ ip: one('anna').ip, active: true }])
    const letter = { subject: 'Код для входа', title: 'Код', paragraphs: [], code: '0472' }
    await world.db.transaction().execute(async (tx) => {
      await postLetter(tx, world.clock, 'Anna@Example.ru', letter)
      await postLetter(tx, world.clock, 'hanna@example.ru', letter)
    })
    await world.db
      .updateTable('letters')
      .set({ failedAt: world.clock.now(), error: '550 no such mailbox' })
      .where('recipient', '=', 'Anna@Example.ru')
      .execute()
    const { docs } = await read('anna', 'letters')
    expect(docs[0]).toMatchObject({ subject: 'Код для входа', state: 'failed', error: '550 no such mailbox' })
    expect(docs.every(({ recipient }) => recipient.toLowerCase() === 'anna@example.ru')).toBe(true)
    expect(JSON.stringify(docs)).not.toContain('0472')
  })

  it('shows how their projects and groups fare, and with whom they work', async () => {
    const project = await world.project(one('nikita'))
    expect((await read('nikita', 'products')).docs).toMatchObject([
      { id: `project ${project}`, running: true, size: 0, failures: ['Нет ключевых слов: искать нечего'] },
    ])
    expect((await read('galina', 'products')).docs).toMatchObject([
      { product: 'group', running: true, maxSize: 5, failures: ['В списке нет групп'] },
    ])
    expect(await read('olga', 'team')).toMatchObject({
      memberOf: null,
      own: { members: [{ userId: one('vera').userId, status: 'accepted' }] },
    })
    expect(await read('vera', 'team')).toMatchObject({ memberOf: { id: one('olga').userId, seated: true }, own: null })
    expect(await read('nikita', 'partner')).toMatchObject({ broughtBy: { id: one('polina').userId }, partner: null })
    expect((await read('polina', 'partner')).partner).toMatchObject({
      referrals: 1,
      paying: 0,
      money: { available: 0 },
    })
    const { docs: log } = await read('anna', 'log')
    expect(log.map(({ words }) => words)).toContain('Вход')
  })

  it('is refused to others, of no one, and of no such list', async () => {
    const asked = { user: one('anna').userId, place: 'details' } as const
    expect(codeOf(await world.ask('support', 'getPersonInfo', asked))).toBe('UNAUTHORIZED')
    expect(await one('boris').isRefused('support', 'getPersonInfo', asked)).toBe('FORBIDDEN')
    expect(await support.isRefused('support', 'getPersonInfo', { ...asked, user: 999_999 })).toBe('PERSON_NOT_FOUND')
    expect(await support.isRefused('support', 'getPersonInfo', { ...asked, place: 'secrets' as 'log' })).toBe(
      'VALIDATION_FAILED',
    )
  })
})

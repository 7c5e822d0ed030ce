import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../kit/clock.ts'
import { openAppleSimulator, type AppleSimulator } from '../../people/social/apple.simulator.ts'
import { insertLinked } from '../../people/social/network-accounts.ts'
import { changeRoles } from '../../people/accounts/change-roles.ts'
import { codeOf } from '../../../testing/read-answer.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, paid, paidForTeam, PASSWORD, type TestWorld } from '../../../testing/test-world.ts'
import { forgetContacts } from '../../commerce/payments/payments.public.ts'
import { insertOrder, noticeOf, orderNow, testGateway, tillOf } from '../../commerce/payments/payments.samples.ts'
import { takeNotice } from '../../commerce/payments/take-notice.ts'
import { deleteDueAccounts } from './delete-due-accounts.ts'

const print = '0123456789abcdef0123456789abcdef'

let world: TestWorld
let apple: AppleSimulator
beforeAll(async () => {
  apple = await openAppleSimulator({ now: () => world.clock.now() })
  world = await openTestWorld({ config: { apple: apple.config, siteUrl: 'https://echolot.example' } })
  await world.looksFor('photographers', 'фотограф')
})
afterAll(async () => {
  await world.close()
  await apple.close()
})

const deletionOf = async (userId: number): Promise<Date | null> =>
  (await world.db.selectFrom('users').select('deletionAt').where('id', '=', userId).executeTakeFirstOrThrow())
    .deletionAt
const isThere = async (userId: number): Promise<boolean> =>
  (await world.db.selectFrom('users').select('id').where('id', '=', userId).execute()).length > 0
const auditOf = async (userId: number): Promise<string[]> =>
  (await world.db.selectFrom('auditLog').select('action').where('userId', '=', userId).orderBy('id').execute()).map(
    ({ action }) => action,
  )

/** Asks for it, and lets the days of grace go by. */
async function goes(person: TestUser): Promise<void> {
  await person.asks('privacy', 'deleteAccount', { password: PASSWORD })
  world.clock.advance(14 * DAY)
  await deleteDueAccounts(world)
}

/** How many rows of each table speak of this person. */
async function tracesOf(userId: number): Promise<Record<string, number>> {
  const { rows } = await world.database.pool.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and column_name in ('user_id', 'owner_id') and table_name <> 'audit_log' order by 1`,
  )
  const counts: Record<string, number> = {}
  for (const { table, column } of rows) {
    const { rows: found } = await world.database.pool.query<{ count: number }>(
      `select count(*) from ${table} where ${column} = $1`,
      [userId],
    )
    const count = found[0]?.count ?? 0
    if (count > 0) counts[table] = count
  }
  return counts
}

describe('privacy.deleteAccount', () => {
  it('gives fourteen days, signs out every other browser, and writes to the owner', async () => {
    const anna = await world.customer('anna')
    const elsewhere = await anna.signIn()
    const deletionAt = new Date(world.clock.now().getTime() + 14 * DAY)
    expect(await anna.asks('privacy', 'deleteAccount', { password: PASSWORD })).toMatchObject({
      user: { id: anna.userId, deletionAt: deletionAt.toISOString() },
    })
    expect(await world.ask('accounts', 'getMe', {}, { token: elsewhere })).toMatchObject({ result: { user: null } })
    expect(await anna.asks('accounts', 'getMe', {})).toMatchObject({ user: { deletionAt: deletionAt.toISOString() } })
    expect(await world.letterTo(anna.email)).toMatchObject({
      subject: expect.stringContaining('4 декабря 2026'),
      link: 'https://echolot.example/profile',
    })
    expect(await auditOf(anna.userId)).toContain('deletion-asked')
  })

  it('asked twice runs from the first time, and writes once', async () => {
    const vera = await world.customer('vera')
    await vera.asks('privacy', 'deleteAccount', { password: PASSWORD })
    const first = await deletionOf(vera.userId)
    const { id } = await world.letterTo(vera.email)
    world.clock.advance(DAY)
    await vera.asks('privacy', 'deleteAccount', { password: PASSWORD })
    expect(await deletionOf(vera.userId)).toEqual(first)
    expect((await world.letterTo(vera.email)).id).toBe(id)
  })

  it('wants the password of whoever has one', async () => {
    const oleg = await world.customer('oleg')
    expect(await oleg.isRefused('privacy', 'deleteAccount', {})).toBe('PASSWORD_INVALID')
    expect(await oleg.isRefused('privacy', 'deleteAccount', { password: 'не тот' })).toBe('PASSWORD_INVALID')
    expect(await deletionOf(oleg.userId)).toBeNull()
    await world.db.updateTable('users').set({ passwordHash: null }).where('id', '=', oleg.userId).execute()
    expect(await oleg.asks('privacy', 'deleteAccount', {})).toMatchObject({ user: { deletionAt: expect.any(String) } })
  })

  it.each(['admin', 'moderator', 'blogEditor', 'categoryEditor', 'support'] as const)(
    'is refused to %s',
    async (role) => {
      const person = await world.somebody(`staff-${role.toLowerCase()}`, [role, 'partner'])
      expect(await person.isRefused('privacy', 'deleteAccount', { password: PASSWORD })).toBe('STAFF_CANNOT_BE_DELETED')
      expect(await deletionOf(person.userId)).toBeNull()
    },
  )

  it('is open to partners and owners of teams, and not to guests', async () => {
    const polina = await world.somebody('polina', ['partner', 'teamOwner'])
    expect(await polina.asks('privacy', 'deleteAccount', { password: PASSWORD })).toMatchObject({
      user: { id: polina.userId },
    })
    expect(codeOf(await world.ask('privacy', 'deleteAccount', { password: PASSWORD }))).toBe('UNAUTHORIZED')
  })
})

describe('privacy.keepAccount', () => {
  it('takes it back until the last moment', async () => {
    const kira = await world.customer('kira')
    await kira.asks('privacy', 'deleteAccount', { password: PASSWORD })
    world.clock.advance(14 * DAY - MINUTE)
    await deleteDueAccounts(world)
    expect(await kira.asks('privacy', 'keepAccount', {})).toMatchObject({
      user: { id: kira.userId, deletionAt: null },
    })
    world.clock.advance(DAY)
    await deleteDueAccounts(world)
    expect(await isThere(kira.userId)).toBe(true)
    expect((await auditOf(kira.userId)).slice(-2)).toEqual(['deletion-asked', 'deletion-taken-back'])
    await kira.asks('privacy', 'keepAccount', {})
    expect((await auditOf(kira.userId)).filter((action) => action === 'deletion-taken-back')).toHaveLength(1)
  })

  it('is refused to a guest', async () => {
    expect(codeOf(await world.ask('privacy', 'keepAccount', {}))).toBe('UNAUTHORIZED')
  })
})

describe('an account whose days are over', () => {
  it('goes with everything of it, and with nothing of anybody else', async () => {
    const dasha = await world.customer('dasha', paid('photographers', 60))
    const witness = await world.customer('witness', paid('photographers', 60))
    await world.post('Посоветуйте хорошего фотографа', { author: { externalId: 'author-of-dasha', name: 'Автор' } })
    const { id, authorId } = await world.db
      .selectFrom('messages')
      .select(['id', 'authorId'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    for (const person of [dasha, witness]) {
      await person.asks('marks', 'setViewed', { id, value: true })
      await person.asks('marks', 'setFavorite', { id, value: true })
      await person.asks('marks', 'setDislike', { id, value: true })
      await person.asks('marks', 'setNote', { id, text: 'заметка' })
      await person.asks('marks', 'markSpam', { id })
      await person.asks('marks', 'addToBlackList', { id: authorId ?? 0 })
      await person.asks('accounts', 'checkDevice', { fp: print })
    }
    const before = await tracesOf(witness.userId)
    expect(Object.keys(await tracesOf(dasha.userId)).sort()).toEqual([
      'blacklisted_authors',
      'device_prints',
      'favorites',
      'filters',
      'message_views',
      'notes',
      'reactions',
      'sessions',
      'spam_marks',
      'subscriptions',
    ])
    const browser = await dasha.connects()

    await goes(dasha)
    await browser.closed
    expect(await isThere(dasha.userId)).toBe(false)
    expect(await tracesOf(dasha.userId)).toEqual({})
    expect(await tracesOf(witness.userId)).toEqual(before)
    expect(await world.db.selectFrom('feedItems').select('spamCount').where('messageId', '=', id).execute()).toEqual([
      { spamCount: 1 },
    ])
    expect(await dasha.asks('accounts', 'getMe', {})).toEqual({ user: null })
    expect((await auditOf(dasha.userId)).at(-1)).toBe('deleted')
    // The e-mail is free again.
    await world.customer('dasha')
  })

  it('leaves what it paid in the books, and goes with its presents, trials and cart', async () => {
    const buyer = await world.customer('buyer')
    await world.db.updateTable('users').set({ emailApprove: true }).where('id', '=', buyer.userId).execute()
    const { promoCode } = await buyer.asks('promo', 'getGiftPromoCode', {})
    await buyer.asks('cart', 'subscribeByPromo', { fp: print, incognito: false, more: { product: 'group' } })
    await buyer.asks('cart', 'setCartItems', { value: [await world.categoryId('photographers')] })
    await buyer.asks('cart', 'updateCart', {
      tariff: await world.tariffId('category-month'),
      promoCode: promoCode?.code ?? null,
    })
    const { account } = await buyer.asks('payments', 'orderCart', {})
    await buyer.asks('payments', 'payInTestMode', { account })
    await goes(buyer)
    expect(await isThere(buyer.userId)).toBe(false)
    expect(await tracesOf(buyer.userId)).toEqual({})
    const order = world.db
      .selectFrom('orders')
      .select(['id', 'status', 'userId', 'promoId', 'contact'])
      .where('account', '=', account)
    const { id, ...rest } = await order.executeTakeFirstOrThrow()
    expect(rest).toEqual({ status: 'paid', userId: null, promoId: null, contact: '' })
    expect(
      await world.db.selectFrom('moneyEntries').select(['kind', 'amount']).where('orderId', '=', id).execute(),
    ).toEqual([{ kind: 'payment', amount: 79_200 }])
    expect(await world.db.selectFrom('trialUses').select('fp').where('fp', '=', print).execute()).toEqual([
      { fp: print },
    ])
  })

  it('leaves the e-mail in an order whose money may still come, until it came', async () => {
    const lida = await world.customer('lida')
    const order = await insertOrder(world, lida)
    await goes(lida)
    const now = () => orderNow(world, order)
    expect(await now()).toMatchObject({ status: 'waiting', userId: null, contact: lida.email })
    await forgetContacts(world.db)
    expect(await now()).toMatchObject({ contact: lida.email })
    await takeNotice(tillOf(world), testGateway(world), noticeOf(world, order))
    await forgetContacts(world.db)
    expect(await now()).toMatchObject({ status: 'paid', contact: '' })
  })

  it('leaves in the audit log what happened, and no e-mail of the person', async () => {
    const ira = await world.customer('ira')
    const details = JSON.stringify({ before: null, email: ira.email })
    await world.db
      .insertInto('auditLog')
      .values({
        at: world.clock.now(),
        actorId: ira.userId,
        userId: ira.userId,
        action: 'email-changed',
        ip: ira.ip,
        userAgent: '',
        details,
      })
      .execute()
    await goes(ira)
    const { rows } = await world.database.pool.query<{ row: string }>(
      'select a::text as row from audit_log a where user_id = $1',
      [ira.userId],
    )
    expect(rows.length).toBeGreaterThan(3)
    for (const { row } of rows) expect(row).not.toContain(ira.email)
  })

  it('takes along what it wrote to support, signed in or before, and leaves the letters of others', async () => {
    const zina = await world.customer('zina')
    await world.db.updateTable('users').set({ emailApprove: true }).where('id', '=', zina.userId).execute()
    const letter = { name: 'Зина', msg: 'Помогите' }
    await zina.asks('feedback', 'sendFeedback', { ...letter, email: 'work@example.ru' })
    for (const email of ['ZINA@example.ru', 'other@example.ru'])
      await world.ask('feedback', 'sendFeedback', { ...letter, email })
    await goes(zina)
    expect(await world.db.selectFrom('feedback').select('email').execute()).toEqual([{ email: 'other@example.ru' }])
  })

  it('frees the team it owned, at once', async () => {
    const owner = await world.customer('owner', paidForTeam('photographers', 60))
    const member = await world.customer('member')
    await world.team(owner, member)
    await owner.asks('filters', 'createFilter', { name: 'Общий', scope: 'team' })
    expect((await member.asks('filters', 'listFilters', {})).filters.map(({ name }) => name)).toContain('Общий')
    const browser = await member.connects()
    await goes(owner)
    await expect.poll(() => browser.heard['filters.changed'].length).toBeGreaterThan(0)
    expect((await member.asks('filters', 'listFilters', {})).filters.map(({ name }) => name)).toEqual(['Дефолтная'])
    expect(await tracesOf(owner.userId)).toEqual({})
  })

  it('leaves the team it was in: the owner is notified, and the place is free', async () => {
    const owner = await world.customer('left-behind', { ...paidForTeam('photographers', 60), teamSize: 2 })
    await world.db.updateTable('users').set({ emailApprove: true }).where('id', '=', owner.userId).execute()
    const member = await world.customer('leaving-member')
    await world.team(owner, member)
    const places = async () => (await owner.asks('team', 'listMembershipCards', {})).places.taken
    expect(await places()).toBe(2)
    await goes(member)
    expect(await places()).toBe(1)
    expect(await owner.asks('team', 'listMembershipCards', {})).toMatchObject({ cards: [] })
    expect((await world.letterTo(owner.email)).subject).toBe('leaving-member больше не в вашей команде')
    expect(await tracesOf(member.userId)).toEqual({})
  })

  it('of a former moderator leaves his verdicts standing', async () => {
    const maria = await world.somebody('maria', ['moderator'])
    const boss = await world.somebody('boss', ['moderator'])
    await world.post('Ищу фотографа на выпускной')
    const { id } = await world.db.selectFrom('messages').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
    await maria.asks('moderation', 'moderateMessage', { id, action: 'rejectText' })
    await world.db
      .transaction()
      .execute((tx) => changeRoles(tx, world.clock, null, { email: maria.email, add: [], remove: ['moderator'] }))
    await goes(maria)
    expect(await isThere(maria.userId)).toBe(false)
    expect(await world.db.selectFrom('feedItems').select('verdict').where('messageId', '=', id).execute()).toEqual([
      { verdict: 'rejected' },
    ])
    const names = (await boss.asks('moderation', 'getModeratorStatistics', {})).moderators.map(({ user }) => user.name)
    expect(names).toContain('Бывший модератор')
    expect(names).not.toContain('maria')
  })

  it('stays when its owner was taken on meanwhile', async () => {
    const nina = await world.customer('nina')
    await nina.asks('privacy', 'deleteAccount', { password: PASSWORD })
    await world.db
      .transaction()
      .execute((tx) => changeRoles(tx, world.clock, null, { email: nina.email, add: ['support'], remove: [] }))
    world.clock.advance(14 * DAY)
    await deleteDueAccounts(world)
    expect(await isThere(nina.userId)).toBe(true)
  })

  it('takes back the consent at Apple, waits for Apple some days, and holds up nobody else', async () => {
    const link = async (person: TestUser, token: string): Promise<void> => {
      apple.refreshTokens.add(token)
      const identity = { externalId: `apple-${person.userId}`, name: '', email: null, emailVerified: false, token }
      await world.db
        .transaction()
        .execute((tx) =>
          insertLinked(
            tx,
            world.clock,
            world.config,
            { ip: '', userAgent: '' },
            { network: 'apple', identity, userId: person.userId },
          ),
        )
    }
    const [sonya, zoya, after] = [
      await world.customer('sonya'),
      await world.customer('zoya'),
      await world.customer('after'),
    ]
    await link(sonya, 'token of sonya')
    await goes(sonya)
    expect(await isThere(sonya.userId)).toBe(false)
    expect([...apple.refreshTokens]).toEqual([])

    await link(zoya, 'token of zoya')
    apple.down = true
    await after.asks('privacy', 'deleteAccount', { password: PASSWORD })
    await goes(zoya)
    expect([await isThere(zoya.userId), await isThere(after.userId)]).toEqual([true, false])
    world.clock.advance(3 * DAY - HOUR)
    await deleteDueAccounts(world)
    expect(await isThere(zoya.userId)).toBe(true)
    world.clock.advance(HOUR)
    await deleteDueAccounts(world)
    expect(await isThere(zoya.userId)).toBe(false)
    apple.down = false
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../kit/clock.ts'
import { codeOf, openTown, paid, paidForTeam, PASSWORD, type Town, type Townsman } from '../../people/town.ts'
import { openAppleSimulator, type AppleSimulator } from '../social/apple.simulator.ts'
import { insertLinked } from '../social/network-accounts.ts'
import { changeRoles } from './change-roles.ts'
import { deleteDueAccounts } from './delete-due-accounts.ts'

let town: Town
let apple: AppleSimulator
beforeAll(async () => {
  apple = await openAppleSimulator({ now: () => town.clock.now() })
  town = await openTown({ config: { apple: apple.config, siteUrl: 'https://echolot.example' } })
  await town.looksFor('photographers', 'фотограф')
})
afterAll(async () => {
  await town.close()
  await apple.close()
})

const deletionOf = async (userId: number): Promise<Date | null> =>
  (await town.db.selectFrom('users').select('deletionAt').where('id', '=', userId).executeTakeFirstOrThrow()).deletionAt
const isThere = async (userId: number): Promise<boolean> =>
  (await town.db.selectFrom('users').select('id').where('id', '=', userId).execute()).length > 0
const deedsOf = async (userId: number): Promise<string[]> =>
  (await town.db.selectFrom('auditLog').select('action').where('userId', '=', userId).orderBy('id').execute()).map(
    ({ action }) => action,
  )

/** Asks for it, and lets the days of grace go by. */
async function goes(person: Townsman): Promise<void> {
  await person.asks('accounts', 'deleteAccount', { password: PASSWORD })
  town.clock.advance(14 * DAY)
  await deleteDueAccounts(town)
}

/** How many rows of each table speak of this person. */
async function tracesOf(userId: number): Promise<Record<string, number>> {
  const { rows } = await town.database.pool.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and column_name in ('user_id', 'owner_id') and table_name <> 'audit_log' order by 1`,
  )
  const counts: Record<string, number> = {}
  for (const { table, column } of rows) {
    const { rows: found } = await town.database.pool.query<{ count: number }>(
      `select count(*) from ${table} where ${column} = $1`,
      [userId],
    )
    const count = found[0]?.count ?? 0
    if (count > 0) counts[table] = count
  }
  return counts
}

describe('accounts.deleteAccount', () => {
  it('gives fourteen days, signs out every other browser, and writes to the owner', async () => {
    const anna = await town.customer('anna')
    const elsewhere = await anna.signIn()
    const deletionAt = new Date(town.clock.now().getTime() + 14 * DAY)
    expect(await anna.asks('accounts', 'deleteAccount', { password: PASSWORD })).toMatchObject({
      user: { id: anna.userId, deletionAt: deletionAt.toISOString() },
    })
    expect(await town.ask('accounts', 'getMe', {}, { token: elsewhere })).toMatchObject({ result: { user: null } })
    expect(await anna.asks('accounts', 'getMe', {})).toMatchObject({ user: { deletionAt: deletionAt.toISOString() } })
    expect(await town.letterTo(anna.email)).toMatchObject({
      subject: expect.stringContaining('4 декабря 2026'),
      link: 'https://echolot.example/profile',
    })
    expect(await deedsOf(anna.userId)).toContain('deletion-asked')
  })

  it('asked twice runs from the first time, and writes once', async () => {
    const vera = await town.customer('vera')
    await vera.asks('accounts', 'deleteAccount', { password: PASSWORD })
    const first = await deletionOf(vera.userId)
    const { id } = await town.letterTo(vera.email)
    town.clock.advance(DAY)
    await vera.asks('accounts', 'deleteAccount', { password: PASSWORD })
    expect(await deletionOf(vera.userId)).toEqual(first)
    expect((await town.letterTo(vera.email)).id).toBe(id)
  })

  it('wants the password of whoever has one', async () => {
    const oleg = await town.customer('oleg')
    expect(await oleg.isRefused('accounts', 'deleteAccount', {})).toBe('WRONG_PASSWORD')
    expect(await oleg.isRefused('accounts', 'deleteAccount', { password: 'не тот' })).toBe('WRONG_PASSWORD')
    expect(await deletionOf(oleg.userId)).toBeNull()
    await town.db.updateTable('users').set({ passwordHash: null }).where('id', '=', oleg.userId).execute()
    expect(await oleg.asks('accounts', 'deleteAccount', {})).toMatchObject({ user: { deletionAt: expect.any(String) } })
  })

  it.each(['admin', 'moderator', 'blogEditor', 'categoryEditor', 'support'] as const)(
    'is refused to %s',
    async (role) => {
      const person = await town.somebody(`staff-${role.toLowerCase()}`, [role, 'partner'])
      expect(await person.isRefused('accounts', 'deleteAccount', { password: PASSWORD })).toBe('STAFF_STAYS')
      expect(await deletionOf(person.userId)).toBeNull()
    },
  )

  it('is open to partners and owners of teams, and not to guests', async () => {
    const polina = await town.somebody('polina', ['partner', 'teamOwner'])
    expect(await polina.asks('accounts', 'deleteAccount', { password: PASSWORD })).toMatchObject({
      user: { id: polina.userId },
    })
    expect(codeOf(await town.ask('accounts', 'deleteAccount', { password: PASSWORD }))).toBe('UNAUTHORIZED')
  })
})

describe('accounts.keepAccount', () => {
  it('takes it back until the last moment', async () => {
    const kira = await town.customer('kira')
    await kira.asks('accounts', 'deleteAccount', { password: PASSWORD })
    town.clock.advance(14 * DAY - MINUTE)
    await deleteDueAccounts(town)
    expect(await kira.asks('accounts', 'keepAccount', {})).toMatchObject({
      user: { id: kira.userId, deletionAt: null },
    })
    town.clock.advance(DAY)
    await deleteDueAccounts(town)
    expect(await isThere(kira.userId)).toBe(true)
    expect((await deedsOf(kira.userId)).slice(-2)).toEqual(['deletion-asked', 'deletion-taken-back'])
    await kira.asks('accounts', 'keepAccount', {})
    expect((await deedsOf(kira.userId)).filter((action) => action === 'deletion-taken-back')).toHaveLength(1)
  })

  it('is refused to a guest', async () => {
    expect(codeOf(await town.ask('accounts', 'keepAccount', {}))).toBe('UNAUTHORIZED')
  })
})

describe('an account whose days are over', () => {
  it('goes with everything of it, and with nothing of anybody else', async () => {
    const dasha = await town.customer('dasha', paid('photographers', 60))
    const witness = await town.customer('witness', paid('photographers', 60))
    await town.post('Посоветуйте хорошего фотографа', { author: { externalId: 'author-of-dasha', name: 'Автор' } })
    const { id, authorId } = await town.db
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
      await person.asks('accounts', 'checkDevice', { fp: 'print' })
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
    const closed = new Promise((resolve) => browser.socket.once('disconnect', resolve))

    await goes(dasha)
    await closed
    expect(await isThere(dasha.userId)).toBe(false)
    expect(await tracesOf(dasha.userId)).toEqual({})
    expect(await tracesOf(witness.userId)).toEqual(before)
    expect(await town.db.selectFrom('feedItems').select('spamCount').where('messageId', '=', id).execute()).toEqual([
      { spamCount: 1 },
    ])
    expect(await dasha.asks('accounts', 'getMe', {})).toEqual({ user: null })
    expect((await deedsOf(dasha.userId)).at(-1)).toBe('deleted')
    // The e-mail is free again.
    await town.customer('dasha')
  })

  it('leaves what it paid in the books, and goes with its presents, trials and cart', async () => {
    const buyer = await town.customer('buyer')
    await town.db.updateTable('users').set({ emailApprove: true }).where('id', '=', buyer.userId).execute()
    const { promoCode } = await buyer.asks('promo', 'getGiftPromoCode', {})
    await buyer.asks('promo', 'subscribeByPromo', { fp: 'device', incognito: false, more: { product: 'group' } })
    await buyer.asks('cart', 'setCartItems', { value: [await town.categoryId('photographers')] })
    await buyer.asks('cart', 'updateCart', {
      tariff: await town.tariffId('category-month'),
      promoCode: promoCode?.code ?? null,
    })
    const { account } = await buyer.asks('cart', 'orderCart', {})
    await buyer.asks('payments', 'payInTestMode', { account })
    await goes(buyer)
    expect(await isThere(buyer.userId)).toBe(false)
    expect(await tracesOf(buyer.userId)).toEqual({})
    const order = town.db
      .selectFrom('orders')
      .select(['id', 'status', 'userId', 'promoId'])
      .where('account', '=', account)
    const { id, ...rest } = await order.executeTakeFirstOrThrow()
    expect(rest).toEqual({ status: 'paid', userId: null, promoId: null })
    expect(
      await town.db.selectFrom('moneyEntries').select(['kind', 'amount']).where('orderId', '=', id).execute(),
    ).toEqual([{ kind: 'payment', amount: 79_200 }])
    expect(await town.db.selectFrom('trialUses').select('fp').where('fp', '=', 'device').execute()).toEqual([
      { fp: 'device' },
    ])
  })

  it('leaves in the audit log what happened, and no e-mail of the person', async () => {
    const ira = await town.customer('ira')
    const details = JSON.stringify({ before: null, email: ira.email })
    await town.db
      .insertInto('auditLog')
      .values({
        at: town.clock.now(),
        actorId: ira.userId,
        userId: ira.userId,
        action: 'email-changed',
        ip: ira.ip,
        userAgent: '',
        details,
      })
      .execute()
    await goes(ira)
    const { rows } = await town.database.pool.query<{ row: string }>(
      'select a::text as row from audit_log a where user_id = $1',
      [ira.userId],
    )
    expect(rows.length).toBeGreaterThan(3)
    for (const { row } of rows) expect(row).not.toContain(ira.email)
  })

  it('frees the team it owned, at once', async () => {
    const owner = await town.customer('owner', paidForTeam('photographers', 60))
    const member = await town.customer('member')
    await town.team(owner, member)
    await owner.asks('filters', 'createFilter', { name: 'Общий', scope: 'team' })
    expect((await member.asks('filters', 'listFilters', {})).filters.map(({ name }) => name)).toContain('Общий')
    const browser = await member.connects()
    await goes(owner)
    await expect.poll(() => browser.heard['filters.changed'].length).toBeGreaterThan(0)
    expect((await member.asks('filters', 'listFilters', {})).filters.map(({ name }) => name)).toEqual(['Дефолтная'])
    expect(await tracesOf(owner.userId)).toEqual({})
  })

  it('of a former moderator leaves his verdicts standing', async () => {
    const maria = await town.somebody('maria', ['moderator'])
    const boss = await town.somebody('boss', ['moderator'])
    await town.post('Ищу фотографа на выпускной')
    const { id } = await town.db.selectFrom('messages').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
    await maria.asks('moderation', 'moderateMessage', { id, action: 'rejectText' })
    await town.db
      .transaction()
      .execute((tx) => changeRoles(tx, town.clock, null, { email: maria.email, add: [], remove: ['moderator'] }))
    await goes(maria)
    expect(await isThere(maria.userId)).toBe(false)
    expect(await town.db.selectFrom('feedItems').select('verdict').where('messageId', '=', id).execute()).toEqual([
      { verdict: 'rejected' },
    ])
    const names = (await boss.asks('moderation', 'getModeratorStatistics', {})).moderators.map(({ user }) => user.name)
    expect(names).toContain('Бывший модератор')
    expect(names).not.toContain('maria')
  })

  it('stays when its owner was taken on meanwhile', async () => {
    const nina = await town.customer('nina')
    await nina.asks('accounts', 'deleteAccount', { password: PASSWORD })
    await town.db
      .transaction()
      .execute((tx) => changeRoles(tx, town.clock, null, { email: nina.email, add: ['support'], remove: [] }))
    town.clock.advance(14 * DAY)
    await deleteDueAccounts(town)
    expect(await isThere(nina.userId)).toBe(true)
  })

  it('takes back the consent at Apple, waits for Apple some days, and holds up nobody else', async () => {
    const link = async (person: Townsman, token: string): Promise<void> => {
      apple.refreshTokens.add(token)
      const identity = { externalId: `apple-${person.userId}`, name: '', email: null, emailVerified: false, token }
      await town.db
        .transaction()
        .execute((tx) =>
          insertLinked(
            tx,
            town.clock,
            town.config,
            { ip: '', userAgent: '' },
            { network: 'apple', identity, userId: person.userId },
          ),
        )
    }
    const [sonya, zoya, after] = [
      await town.customer('sonya'),
      await town.customer('zoya'),
      await town.customer('after'),
    ]
    await link(sonya, 'token of sonya')
    await goes(sonya)
    expect(await isThere(sonya.userId)).toBe(false)
    expect([...apple.refreshTokens]).toEqual([])

    await link(zoya, 'token of zoya')
    apple.down = true
    await after.asks('accounts', 'deleteAccount', { password: PASSWORD })
    await goes(zoya)
    expect([await isThere(zoya.userId), await isThere(after.userId)]).toEqual([true, false])
    town.clock.advance(3 * DAY - HOUR)
    await deleteDueAccounts(town)
    expect(await isThere(zoya.userId)).toBe(true)
    town.clock.advance(HOUR)
    await deleteDueAccounts(town)
    expect(await isThere(zoya.userId)).toBe(false)
    apple.down = false
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestWorld, type TestWorld } from '../../../testing/test-world.ts'
import type { Tx } from '../../../kit/sql.ts'
import {
  confirmEmail,
  createAccount,
  emailLooksTaken,
  findUser,
  findUserIdByEmail,
  setNotificationEmail,
  setPendingEmail,
  setPhone,
} from './accounts.public.ts'

const SITE = 'https://echolot.example'
const from = { ip: '10.1.1.1', userAgent: 'Телескоп/1.0' }

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())

const change = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> => world.db.transaction().execute(work)
const lastAudit = async (userId: number) =>
  (
    await world.database.pool.query(
      'select action, actor_id, ip, user_agent, details from audit_log where user_id = $1 order by id desc limit 1',
      [userId],
    )
  ).rows[0]

describe('an e-mail', () => {
  it('waits under its own name until it is confirmed, and then takes the place of the old one', async () => {
    const { userId } = await world.customer('anna')
    await change((tx) => setPendingEmail(tx, userId, 'Anna-New@example.ru'))
    expect(await findUser(world.db, userId)).toMatchObject({
      email: 'anna@example.ru',
      pendingEmail: 'Anna-New@example.ru',
    })
    expect(await emailLooksTaken(world.db, 'anna-new@example.ru', null)).toBe(false)

    await change((tx) => confirmEmail(tx, world.clock, from, { userId, email: 'Anna-New@example.ru', siteUrl: SITE }))
    expect(await findUser(world.db, userId)).toMatchObject({
      email: 'Anna-New@example.ru',
      emailApprove: true,
      pendingEmail: null,
    })
    expect(await lastAudit(userId)).toEqual({
      action: 'email-changed',
      actor_id: userId,
      ip: from.ip,
      user_agent: from.userAgent,
      details: { before: 'anna@example.ru', email: 'Anna-New@example.ru' },
    })
    expect(await findUserIdByEmail(world.db, 'anna@example.ru')).toBeNull()
    // The old one was never confirmed: it may be anybody's, and is reported nothing.
    await expect(world.letterTo('anna@example.ru')).rejects.toThrow('nothing was sent')
    expect(await findUserIdByEmail(world.db, ' ANNA-NEW@example.ru ')).toBe(userId)
    expect(await emailLooksTaken(world.db, 'anna-new@example.ru', null)).toBe(true)
    expect(await emailLooksTaken(world.db, 'anna-new@example.ru', userId)).toBe(false)
  })

  it('that was confirmed is notified when the account has another', async () => {
    const { userId } = await world.customer('zoya')
    await change((tx) => confirmEmail(tx, world.clock, from, { userId, email: 'zoya@example.ru', siteUrl: SITE }))
    await expect(world.letterTo('zoya@example.ru')).rejects.toThrow('nothing was sent')
    await change((tx) => confirmEmail(tx, world.clock, from, { userId, email: 'zoya-new@example.ru', siteUrl: SITE }))
    const letter = await world.letterTo('zoya@example.ru')
    expect(letter).toMatchObject({ subject: 'Email вашего аккаунта в Эхолоте изменён' })
    // «Это не я»: a letter to support that is written already.
    const way = new URL(letter.link)
    expect(way.origin + way.pathname).toBe(`${SITE}/contacts`)
    expect(way.searchParams.get('subj')).toBe('Мой email изменил не я')
    expect(way.searchParams.get('msg')).toContain('zoya@example.ru')
    expect(way.href).not.toContain('zoya-new')
  })

  it('belongs to one person', async () => {
    const [boris, vera] = [await world.customer('boris'), await world.customer('vera')]
    await expect(
      change((tx) =>
        confirmEmail(tx, world.clock, from, { userId: vera.userId, email: 'BORIS@example.ru', siteUrl: SITE }),
      ),
    ).rejects.toMatchObject({ code: 'EMAIL_ALREADY_REGISTERED' })
    expect(await findUser(world.db, vera.userId)).toMatchObject({ email: 'vera@example.ru' })
    expect(await findUserIdByEmail(world.db, 'boris@example.ru')).toBe(boris.userId)
  })

  it('is none for whoever came through a network that confirmed none', async () => {
    const account = {
      email: null,
      pendingEmail: 'maybe@example.ru',
      password: null,
      username: 'Глеб',
      timeZone: 'Europe/Moscow',
    }
    const userId = await change((tx) => createAccount(tx, world, account, from))
    expect(await findUser(world.db, userId)).toMatchObject({
      email: null,
      emailApprove: false,
      pendingEmail: 'maybe@example.ru',
      hasPassword: false,
    })
    expect(await lastAudit(userId)).toMatchObject({ action: 'registered', actor_id: userId, ip: from.ip })
    expect(await emailLooksTaken(world.db, 'maybe@example.ru', null)).toBe(false)
  })
})

it('a phone and an address for notices are set and taken away, and the log knows', async () => {
  const { userId } = await world.customer('dina')
  await change((tx) => setPhone(tx, world.clock, from, userId, '79001234567'))
  await change((tx) => setNotificationEmail(tx, world.clock, from, userId, 'notices@example.ru'))
  expect(await findUser(world.db, userId)).toMatchObject({
    phone: '79001234567',
    phoneApprove: true,
    notificationEmail: 'notices@example.ru',
  })
  expect(await lastAudit(userId)).toMatchObject({
    action: 'notification-email-changed',
    details: { email: 'notices@example.ru' },
  })
  await change((tx) => setPhone(tx, world.clock, from, userId, null))
  expect(await lastAudit(userId)).toMatchObject({ action: 'phone-changed', actor_id: userId, details: { phone: null } })
  await change((tx) => setNotificationEmail(tx, world.clock, from, userId, null))
  expect(await findUser(world.db, userId)).toMatchObject({ phone: null, phoneApprove: false, notificationEmail: null })
})

it('nobody is found by an id that nobody has', async () => {
  expect(await findUser(world.db, 1_000_000)).toBeNull()
})

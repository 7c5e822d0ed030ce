import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestWorld, type TestWorld } from '../../../testing/test-world.ts'
import { changeRoles, type RoleChange } from './change-roles.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())

const change = (wanted: Partial<RoleChange> & { email: string }, actorId: number | null = null) =>
  world.db.transaction().execute((tx) => changeRoles(tx, world.clock, actorId, { add: [], remove: [], ...wanted }))
const writtenOf = (userId: number) =>
  world.db
    .selectFrom('auditLog')
    .select(['actorId', 'details', 'ip'])
    .where('userId', '=', userId)
    .where('action', '=', 'roles-changed')
    .execute()

it('gives and takes roles, from the next call on, and writes it down', async () => {
  const anna = await world.somebody('anna', ['partner'])
  const boss = await world.somebody('boss', ['admin'])
  expect(await anna.isRefused('moderation', 'getModeratorStatistics', {})).toBe('FORBIDDEN')
  expect(await change({ email: ' ANNA@example.ru ', add: ['moderator'], remove: ['partner'] }, boss.userId)).toEqual({
    before: ['partner'],
    after: ['moderator'],
  })
  expect(await anna.asks('moderation', 'getModeratorStatistics', {})).toMatchObject({ moderators: [] })
  expect(await anna.asks('accounts', 'getMe', {})).toMatchObject({ user: { role: [1] } })
  await change({ email: anna.email, remove: ['moderator'] })
  expect(await anna.isRefused('moderation', 'getModeratorStatistics', {})).toBe('FORBIDDEN')
  expect(await writtenOf(anna.userId)).toEqual([
    { actorId: boss.userId, ip: '', details: { before: ['partner'], after: ['moderator'] } },
    { actorId: null, ip: '', details: { before: ['moderator'], after: [] } },
  ])
})

it('changes nothing that is so already, and nobody who is not there', async () => {
  const vera = await world.somebody('vera', ['support'])
  expect(await change({ email: vera.email, add: ['support'], remove: ['partner'] })).toEqual({
    before: ['support'],
    after: ['support'],
  })
  expect(await change({ email: vera.email })).toEqual({ before: ['support'], after: ['support'] })
  expect(await writtenOf(vera.userId)).toEqual([])
  expect(await change({ email: 'nobody@example.ru', add: ['admin'] })).toBeNull()
})

it('loses neither of two changes at once', async () => {
  const oleg = await world.somebody('oleg', ['partner'])
  await Promise.all([
    change({ email: oleg.email, add: ['support'] }),
    change({ email: oleg.email, add: ['moderator'] }),
    change({ email: oleg.email, remove: ['partner'] }),
  ])
  const { user } = await oleg.asks('accounts', 'getMe', {})
  expect(user?.role.toSorted()).toEqual([1, 6])
})

it('lets an open feed count what the person may see now', async () => {
  await world.looksFor('photographers', 'фотограф')
  const lena = await world.customer('lena')
  const { filterId, email } = lena
  const browser = await lena.connects()
  expect(await browser.asks('feed', 'setFeedListener', { filters: [{ filterId, since: 0 }] })).toMatchObject({
    updates: [{ filterId, count: 0 }],
  })
  await world.post('Посоветуйте фотографа')
  await world.settle()
  expect(browser.heard['feed.updates']).toEqual([])
  await change({ email, add: ['moderator'] })
  await world.settle()
  await world.post('Нужен фотограф на свадьбу')
  await world.settle()
  await expect.poll(() => browser.heard['feed.updates'].at(-1)).toMatchObject({ filterId })
})

/** Who works for the service: an admin gives and takes roles, the log and the person are notified, and no admin is left without another. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MINUTE } from '../../../kit/clock.ts'
import { codeOf } from '../../../testing/read-answer.ts'
import { openTestWorld, type TestWorld } from '../../../testing/test-world.ts'
import type { TestUser } from '../../../testing/test-user.ts'

let world: TestWorld
let admin: TestUser
let anna: TestUser
beforeAll(async () => {
  world = await openTestWorld()
  admin = await world.somebody('admin', ['admin'])
  anna = await world.somebody('anna', ['partner'])
})
afterAll(() => world.close())
beforeEach(() => world.clock.advance(MINUTE))

/** What only a moderator may ask: is it answered? */
const moderates = () => anna.isRefused('moderation', 'getModeratorStatistics', {})
const rolesOf = async (email: string) =>
  (await admin.asks('staff', 'listStaff', {})).members.find((each) => each.email === email)?.roles

describe('staff.setStaffRoles', () => {
  it('gives roles that hold with the next call, and takes them; other roles stay; the log and a letter say so', async () => {
    expect(await moderates()).toBe('FORBIDDEN')
    const { member } = await admin.asks('staff', 'setStaffRoles', {
      email: anna.email.toUpperCase(),
      roles: ['moderator', 'support'],
    })
    expect(member).toMatchObject({ id: anna.userId, email: anna.email, secondFactor: false })
    expect((await rolesOf(anna.email))?.toSorted()).toEqual(['moderator', 'support'])
    expect(await moderates()).toBe('ok')
    expect((await world.letterTo(anna.email)).plain).toContain('модератор')
    const { docs } = await admin.asks('audit', 'listAuditLog', { who: anna.email, action: 'roles-changed' })
    expect(docs[0]).toMatchObject({
      actor: { id: admin.userId },
      user: { id: anna.userId, email: anna.email },
      words: 'Роли: добавлено: модератор, поддержка',
    })

    await admin.asks('staff', 'setStaffRoles', { email: anna.email, roles: [] })
    expect(await rolesOf(anna.email)).toBeUndefined()
    expect(await moderates()).toBe('FORBIDDEN')
    const { roles } = await world.db
      .selectFrom('users')
      .select('roles')
      .where('id', '=', anna.userId)
      .executeTakeFirstOrThrow()
    expect(roles).toEqual(['partner'])
  })

  it('leaves admins their own role, knows no strangers, and is for admins', async () => {
    const set = { email: admin.email, roles: ['moderator' as const] }
    expect(await admin.isRefused('staff', 'setStaffRoles', set)).toBe('OWN_ADMIN_ROLE_REQUIRED')
    expect(await rolesOf(admin.email)).toEqual(['admin'])
    expect(await admin.isRefused('staff', 'setStaffRoles', { email: 'no@one.example', roles: [] })).toBe(
      'PERSON_NOT_FOUND',
    )
    expect(await admin.isRefused('staff', 'setStaffRoles', { email: anna.email, roles: ['partner'] as never })).toBe(
      'VALIDATION_FAILED',
    )
    for (const call of ['listStaff', 'setStaffRoles'] as const) {
      const input = call === 'listStaff' ? {} : { email: anna.email, roles: ['admin' as const] }
      expect(await anna.isRefused('staff', call, input as never)).toBe('FORBIDDEN')
      expect(codeOf(await world.ask('staff', call, input as never))).toBe('UNAUTHORIZED')
    }
  })
})

describe('audit.listAuditLog', () => {
  it('finds by who, what and when, the newest first, a page at a time', async () => {
    const ask = (filter: object) => admin.asks('audit', 'listAuditLog', filter)
    const all = await ask({})
    expect(all.docs.map(({ id }) => id)).toEqual(all.docs.map(({ id }) => id).toSorted((a, b) => b - a))
    expect(all.actions.length).toBeGreaterThan(40)
    const theirs = await ask({ who: String(anna.userId) })
    expect(theirs.docs.length).toBe(theirs.total)
    for (const { actor, user } of theirs.docs) expect([actor?.id, user?.id]).toContain(anna.userId)
    expect((await ask({ who: anna.email })).total).toBe(theirs.total)
    expect(await ask({ who: 'no@one.example' })).toMatchObject({ docs: [], total: 0 })
    const staff = await ask({ byStaff: true })
    expect(staff.total).toBeGreaterThan(0)
    for (const { actor, user } of staff.docs) expect(actor?.id).not.toBe(user?.id)
    expect((await ask({ from: '2026-11-21' })).total).toBe(0)
    expect((await ask({ to: '2026-11-19' })).total).toBe(0)
    expect((await ask({ from: '2026-11-20', to: '2026-11-20' })).total).toBe(all.total)
    const [first, second] = [await ask({ limit: 1 }), await ask({ limit: 1, page: 2 })]
    expect([first.docs[0]?.id, second.docs[0]?.id]).toEqual(all.docs.slice(0, 2).map(({ id }) => id))
    expect(await anna.isRefused('audit', 'listAuditLog', {})).toBe('FORBIDDEN')
    expect(codeOf(await world.ask('audit', 'listAuditLog', {}))).toBe('UNAUTHORIZED')
  })
})

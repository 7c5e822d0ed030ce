import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAccount } from '../features/accounts/accounts.public.ts'
import { subscribe, listVisibleProducts } from '../features/subscriptions/subscriptions.public.ts'
import { listTeammates } from '../features/team/team.public.ts'
import { DAY } from '../kit/clock.ts'
import { demoPeople, seedDemoPeople } from './demo.ts'
import { openTown, type Town } from './town.ts'

let town: Town
beforeAll(async () => {
  town = await openTown()
  // What an earlier version seeded: the owner with subscriptions of his own, vera with nothing, nobody in a team.
  for (const [email, username] of [['owner@demo.echolot', 'Олег Командный'], ['vera@demo.echolot', 'Вера Новичкова']] as const) {
    const startsAt = town.clock.now()
    const productId = await town.categoryId('photographers')
    await town.db.transaction().execute(async (tx) => {
      const userId = await createAccount(tx, town.clock, { email, username, password: 'echolot-demo', timeZone: 'Europe/Moscow' })
      if (email.startsWith('owner')) await subscribe(tx, { userId, productType: 'category', productId, tariffType: 'regular', startsAt, expiresAt: new Date(startsAt.getTime() + DAY) })
    })
  }
})
afterAll(() => town.close())

const idOf = async (email: string) => (await town.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id
const count = async (table: 'users' | 'subscriptions' | 'membershipCards' | 'filters') =>
  (await town.db.selectFrom(table).select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count

it('adds to what an earlier version seeded: a team with two members, who see what its owner holds for it', async () => {
  await seedDemoPeople(town.db, town.clock)
  const owner = await idOf('owner@demo.echolot')
  const members = [await idOf('vera@demo.echolot'), await idOf('gleb@demo.echolot')]
  expect(new Set(await listTeammates(town.db, owner))).toEqual(new Set([owner, ...members]))
  for (const member of members) expect(await listVisibleProducts(town.db, member, town.clock.now())).toHaveLength(8)
  expect(await listVisibleProducts(town.db, await idOf('newcomer@demo.echolot'), town.clock.now())).toEqual([])
  expect(await count('users')).toBe(demoPeople.length)
  expect(await count('filters')).toBe(demoPeople.length)
})

it('adds nothing the second time', async () => {
  const counts = async () => [await count('users'), await count('subscriptions'), await count('membershipCards'), await count('filters')]
  const before = await counts()
  await seedDemoPeople(town.db, town.clock)
  expect(await counts()).toEqual(before)
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, type TestWorld } from '../../../testing/test-world.ts'
import { listTeamMembers, listTeammates } from './team.public.ts'

let world: TestWorld
let people: Record<'owner' | 'vera' | 'gleb' | 'other' | 'alone', TestUser>
beforeAll(async () => {
  world = await openTestWorld()
  people = {
    owner: await world.somebody('owner', ['teamOwner']),
    vera: await world.customer('vera'),
    gleb: await world.customer('gleb'),
    other: await world.somebody('other', ['teamOwner']),
    alone: await world.customer('alone'),
  }
  await world.team(people.owner, people.vera, people.gleb)
  await world.team(people.other, people.gleb)
})
afterAll(() => world.close())

type Name = keyof typeof people
const namesOf = (ids: number[]): (string | undefined)[] =>
  ids.map((id) => Object.entries(people).find(([, { userId }]) => userId === id)?.[0])
const mates = async (name: Name) => namesOf(await listTeammates(world.db, people[name].userId))

describe('a team', () => {
  it('is its owner and whoever was taken in; who is in two teams joins no team with the other', async () => {
    expect(await mates('owner')).toEqual(['owner', 'vera', 'gleb'])
    expect(await mates('vera')).toEqual(['vera', 'owner', 'gleb'])
    expect(await mates('gleb')).toEqual(['gleb', 'owner', 'vera', 'other'])
    expect(await mates('other')).toEqual(['other', 'gleb'])
    expect(await mates('alone')).toEqual(['alone'])
    expect(namesOf(await listTeamMembers(world.db, people.owner.userId))).toEqual(['vera', 'gleb'])
    expect(await listTeamMembers(world.db, people.vera.userId)).toEqual([])
  })

  it('does not count whoever is only invited, or said no', async () => {
    const { userId: ownerId } = people.owner
    const card = { ownerId, username: 'Алла', createdAt: world.clock.now() }
    await world.db
      .insertInto('membershipCards')
      .values([
        { ...card, email: 'pending@example.ru', userId: people.alone.userId, status: 'pending' },
        { ...card, email: 'rejected@example.ru', userId: people.alone.userId, status: 'rejected' },
      ])
      .execute()
    expect(await mates('owner')).toEqual(['owner', 'vera', 'gleb'])
    expect(await mates('alone')).toEqual(['alone'])
  })

  it('tells everybody in it when somebody comes or goes; a second card changes nothing', async () => {
    const outdated: number[] = []
    const off = world.bus.on('scope.changed', ({ userId }) => outdated.push(userId))
    const heard = async () => {
      await world.settle()
      return namesOf(outdated.splice(0).toSorted((a, b) => a - b))
    }
    // What is on its way from before.
    await heard()
    await world.team(people.other, people.vera)
    expect(await heard()).toEqual(['vera', 'gleb', 'other'])
    await world.team(people.other, people.vera)
    expect(await heard()).toEqual([])
    await world.leaveTeam(people.other, people.vera)
    expect(await heard()).toEqual(['vera', 'gleb', 'other'])
    await world.leaveTeam(people.other, people.vera)
    expect(await heard()).toEqual([])
    off()
  })
})

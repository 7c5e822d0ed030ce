import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY } from '../../../kit/clock.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, type TestWorld } from '../../../testing/test-world.ts'
import { findTeam, listTeamPeople, listTeammates } from './team.public.ts'

let world: TestWorld
let people: Record<'owner' | 'vera' | 'gleb' | 'other' | 'alone', TestUser>
beforeAll(async () => {
  world = await openTestWorld()
  people = {
    owner: await world.customer('owner'),
    vera: await world.customer('vera'),
    gleb: await world.customer('gleb'),
    other: await world.customer('other'),
    alone: await world.customer('alone'),
  }
  await world.team(people.owner, people.vera, people.gleb)
  await world.team(people.other)
})
afterAll(() => world.close())

type Name = keyof typeof people
const namesOf = (ids: number[]): (string | undefined)[] =>
  ids.map((id) => Object.entries(people).find(([, { userId }]) => userId === id)?.[0])
const mates = async (name: Name) => namesOf(await listTeammates(world.db, people[name].userId, world.clock.now()))

describe('a team', () => {
  it('is its owner and everyone who was taken in', async () => {
    expect(await mates('owner')).toEqual(['owner', 'vera', 'gleb'])
    expect(await mates('vera')).toEqual(['vera', 'owner', 'gleb'])
    expect(await mates('gleb')).toEqual(['gleb', 'owner', 'vera'])
    expect(await mates('other')).toEqual(['other'])
    expect(await mates('alone')).toEqual(['alone'])
    expect(namesOf(await listTeamPeople(world.db, people.owner.userId))).toEqual(['owner', 'vera', 'gleb'])
  })

  it('is one for each person, by the word of the database', async () => {
    const second = {
      ownerId: people.other.userId,
      userId: people.gleb.userId,
      email: people.gleb.email,
      username: 'Глеб',
      status: 'accepted',
      place: 1,
      createdAt: world.clock.now(),
    }
    await expect(world.db.insertInto('membershipCards').values(second).execute()).rejects.toMatchObject({
      constraint: 'membership_cards_member_key',
    })
  })

  it('does not count who is only invited, or said no', async () => {
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

  it('notifies everybody in it when someone comes or goes; a second card changes nothing', async () => {
    const outdated: number[] = []
    const off = world.bus.on('scope.changed', ({ userId }) => outdated.push(userId))
    const heard = async () => {
      await world.settle()
      return namesOf(outdated.splice(0).toSorted((a, b) => a - b))
    }
    // What is on its way from before.
    await heard()
    await world.team(people.other, people.alone)
    expect(await heard()).toEqual(['other', 'alone'])
    await world.team(people.other, people.alone)
    expect(await heard()).toEqual([])
    await world.leaveTeam(people.other, people.alone)
    expect(await heard()).toEqual(['other', 'alone'])
    await world.leaveTeam(people.other, people.alone)
    expect(await heard()).toEqual([])
    off()
  })

  it('rests when nothing is paid for it any more, and everyone is alone', async () => {
    const { owner, vera } = people
    expect(await findTeam(world.db, vera.userId, world.clock.now())).toEqual({
      ownerId: owner.userId,
      right: 'work',
      running: true,
      seated: true,
    })
    world.clock.advance(366 * DAY)
    expect(await mates('owner')).toEqual(['owner'])
    expect(await mates('vera')).toEqual(['vera'])
    expect(await findTeam(world.db, vera.userId, world.clock.now())).toMatchObject({ running: false, seated: false })
    expect(await findTeam(world.db, owner.userId, world.clock.now())).toBeNull()
    expect(await findTeam(world.db, people.alone.userId, world.clock.now())).toBeNull()
  })
})

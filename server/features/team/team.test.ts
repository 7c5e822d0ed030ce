import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTown, type Town, type Townsman } from '../../people/town.ts'
import { listTeamMembers, listTeammates } from './team.public.ts'

let town: Town
let people: Record<'owner' | 'vera' | 'gleb' | 'other' | 'alone', Townsman>
beforeAll(async () => {
  town = await openTown()
  people = {
    owner: await town.somebody('owner', ['teamOwner']),
    vera: await town.customer('vera'),
    gleb: await town.customer('gleb'),
    other: await town.somebody('other', ['teamOwner']),
    alone: await town.customer('alone'),
  }
  await town.team(people.owner, people.vera, people.gleb)
  await town.team(people.other, people.gleb)
})
afterAll(() => town.close())

type Name = keyof typeof people
const namesOf = (ids: number[]): (string | undefined)[] =>
  ids.map((id) => Object.entries(people).find(([, { userId }]) => userId === id)?.[0])
const mates = async (name: Name) => namesOf(await listTeammates(town.db, people[name].userId))

describe('a team', () => {
  it('is its owner and whoever was taken in; who is in two teams joins no team with the other', async () => {
    expect(await mates('owner')).toEqual(['owner', 'vera', 'gleb'])
    expect(await mates('vera')).toEqual(['vera', 'owner', 'gleb'])
    expect(await mates('gleb')).toEqual(['gleb', 'owner', 'vera', 'other'])
    expect(await mates('other')).toEqual(['other', 'gleb'])
    expect(await mates('alone')).toEqual(['alone'])
    expect(namesOf(await listTeamMembers(town.db, people.owner.userId))).toEqual(['vera', 'gleb'])
    expect(await listTeamMembers(town.db, people.vera.userId)).toEqual([])
  })

  it('does not count whoever is only invited, or said no', async () => {
    const { userId: ownerId } = people.owner
    const card = { ownerId, username: 'Алла', createdAt: town.clock.now() }
    await town.db
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
    const off = town.bus.on('scope.changed', ({ userId }) => userId !== 0 && outdated.push(userId))
    const heard = async () => {
      await town.settle()
      return namesOf(outdated.splice(0).toSorted((a, b) => a - b))
    }
    await town.team(people.other, people.vera)
    expect(await heard()).toEqual(['vera', 'gleb', 'other'])
    await town.team(people.other, people.vera)
    expect(await heard()).toEqual([])
    await town.leaveTeam(people.other, people.vera)
    expect(await heard()).toEqual(['vera', 'gleb', 'other'])
    await town.leaveTeam(people.other, people.vera)
    expect(await heard()).toEqual([])
    off()
  })
})

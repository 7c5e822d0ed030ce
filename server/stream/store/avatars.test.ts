import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestWorld, paid, type TestWorld } from '../../testing/test-world.ts'
import { sleepingTime } from '../../testing/sleeping-time.ts'
import { DAY } from '../../kit/clock.ts'
import type { AvatarLookUp } from '../receive/shared/adapter.ts'
import { vkTown } from '../receive/vk/vk.samples.ts'
import { lookUpAvatars } from './avatars.ts'

let world: TestWorld
let town: Awaited<ReturnType<typeof vkTown>>
let avatars: AvatarLookUp
const never = new AbortController().signal
beforeAll(async () => {
  world = await openTestWorld()
  town = await vkTown(sleepingTime())
  town.world.user(5, { name: 'Анна Иванова' })
  const lookUp = town.adapter.avatars
  if (!lookUp) throw new Error('VK has no look-up of avatars')
  avatars = lookUp
  await world.looksFor('photographers', 'фотограф')
})
afterAll(async () => {
  await town.simulator.close()
  await world.close()
})

const lookUp = () => lookUpAvatars(world.database.db, world.clock, 'vk', avatars, never)

it('asks VK once for those who came without a picture, and cards show what it says', async () => {
  const anna = await world.customer('anna', paid('photographers'))
  await world.receive([
    world.message('Ищу фотографа', { author: { externalId: '5', name: 'Анна Иванова' } }),
    world.message('Нужен фотограф', { author: { externalId: '6', name: 'Без снимка' } }),
    world.message('Жду фотографа', {
      author: { externalId: '7', name: 'Со снимком', avatar: 'https://vk.example/7.jpg' },
    }),
    world.message('Хорошая погода', { author: { externalId: '8', name: 'Никому не нужный' } }),
  ])
  expect(await lookUp()).toBe(2)
  const { messages } = await anna.asks('feed', 'queryFeed', {})
  expect(Object.fromEntries(messages.map(({ author }) => [author?.name, author?.avatar]))).toEqual({
    'Анна Иванова': 'https://media.example.invalid/5.jpg',
    'Без снимка': null,
    'Со снимком': 'https://vk.example/7.jpg',
  })
  expect(await lookUp()).toBe(0)
  expect(town.simulator.called('users.get')).toBe(1)
  world.clock.advance(31 * DAY)
  expect(await lookUp()).toBe(1)
})

it('asks again for what failed, and keeps no address that is none of the web', async () => {
  await world.receive([world.message('Ищем фотографа', { author: { externalId: '9', name: 'Пётр' } })])
  const failing = { most: 10, find: () => Promise.reject(new Error('vk is away')) }
  await expect(lookUpAvatars(world.database.db, world.clock, 'vk', failing, never)).rejects.toThrow('vk is away')
  const asked: string[][] = []
  const trap: AvatarLookUp = {
    most: 10,
    find: async (ids) => (asked.push(ids), new Map([['9', 'javascript:alert(1)']])),
  }
  await lookUpAvatars(world.database.db, world.clock, 'vk', trap, never)
  expect(asked).toEqual([['9']])
  const row = await world.db.selectFrom('authors').select('avatar').where('externalId', '=', '9').executeTakeFirst()
  expect(row?.avatar).toBeNull()
})

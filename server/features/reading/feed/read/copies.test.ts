import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { codeOf } from '../../../../testing/read-answer.ts'
import type { TestUser } from '../../../../testing/test-user.ts'
import { openTestWorld, paid, type TestWorld } from '../../../../testing/test-world.ts'
import { touchItems } from '../items/touch-items.samples.ts'

let world: TestWorld
let anna: TestUser
let ids: number[]
beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'фотограф')
  await world.looksFor('video', 'видеограф')
  anna = await world.customer('anna', paid('photographers'), paid('video'))
  const texts = [
    'нужен фотограф, первый',
    'нужны фотограф и видеограф, второй',
    'нужен фотограф, третий',
    'нужен другой фотограф',
  ]
  for (const text of texts) await world.post(text)
  await world.database.pool.query(
    `update feed_items i set cluster_id = first.message_id, repeats = i.seq_id > first.seq_id
    from (select * from feed_items order by seq_id limit 1) as first, messages m
    where m.id = i.message_id and m.text not like '%другой%'`,
  )
  const { rows } = await world.database.pool.query<{ id: number }>('select id from messages order by id')
  ids = rows.map(({ id }) => id)
})
afterAll(() => world.close())

const words = (messages: { text: string }[]): string[] => messages.map(({ text }) => text.split(', ')[1] ?? text)
const copies = async (id = ids[0] ?? 0, more: object = {}) =>
  words((await anna.asks('feed', 'listCopies', { id, ...more })).copies)

describe('feed.listCopies', () => {
  it('lists the other messages behind a card, each once, oldest first', async () => {
    expect(await copies()).toEqual(['второй', 'третий'])
    expect(await copies(ids[1])).toEqual(['первый', 'третий'])
    expect(await copies(ids[3])).toEqual([])
    const page = await anna.asks('feed', 'queryFeed', {})
    expect(page.messages.map(({ text, copies: behind }) => [words([{ text }])[0], behind])).toEqual([
      ['нужен другой фотограф', 0],
      ['первый', 2],
    ])
  })

  it('lists those that fit the filter', async () => {
    await touchItems(world, 'третий', "network = 'ok'")
    await anna.asks('filters', 'updateFilter', { id: anna.filterId, networks: ['vk'] })
    expect(await copies(ids[0], { filterId: anna.filterId })).toEqual(['второй'])
    await anna.asks('filters', 'updateFilter', { id: anna.filterId, networks: [] })
    expect(await copies(ids[0], { filter: { networks: ['vk'] } })).toEqual(['второй'])
    expect(await copies(ids[0], { filterId: anna.filterId })).toEqual(['второй', 'третий'])
  })

  it("refuses a guest, a stranger's message and a stranger's filter", async () => {
    const vera = await world.customer('vera')
    const boris = await world.customer('boris', paid('photographers'))
    const id = ids[0] ?? 0
    expect(codeOf(await world.ask('feed', 'listCopies', { id }))).toBe('UNAUTHORIZED')
    expect(await vera.isRefused('feed', 'listCopies', { id })).toBe('MESSAGE_NOT_FOUND')
    expect(await anna.isRefused('feed', 'listCopies', { id: 999_999 })).toBe('MESSAGE_NOT_FOUND')
    expect(await boris.isRefused('feed', 'listCopies', { id, filterId: anna.filterId })).toBe('FILTER_NOT_FOUND')
  })

  test.each([[{ id: 'x' }], [{ id: 1.5 }], [{ id: 1, filterId: 'x' }], [{ id: 1, filter: { networks: 'vk' } }]])(
    'refuses %j',
    async (input) => {
      expect(await world.ask('feed', 'listCopies', input as never, anna)).toMatchObject({ code: 'VALIDATION_FAILED' })
    },
  )
})

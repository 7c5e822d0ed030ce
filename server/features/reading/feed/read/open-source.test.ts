import { afterAll, beforeAll, expect, it } from 'vitest'
import { codeOf } from '../../../../testing/read-answer.ts'
import type { TestUser } from '../../../../testing/test-user.ts'
import { openTestWorld, paid, trial, type TestWorld } from '../../../../testing/test-world.ts'
import { metrics } from '../../../../kit/metrics.ts'

let world: TestWorld
let anna: TestUser
let ids: Record<string, number>
beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'фотограф')
  anna = await world.customer('anna', paid('photographers'))
  await world.receive([
    world.message('Ищу фотографа', {
      externalId: 'whole',
      url: 'https://vk.com/wall-1_2',
      author: { externalId: '7', name: 'Мария', url: 'https://vk.com/id7' },
      group: { externalId: '1', name: 'Мамы Омска', url: 'https://vk.com/club1' },
    }),
    world.message('Нужен фотограф', { externalId: 'bare' }),
    world.message('Жду фотографа', { externalId: 'trap', url: 'javascript:alert(1)' }),
  ])
  const { rows } = await world.database.pool.query<{ id: number; external_id: string }>(
    'select id, external_id from messages',
  )
  ids = Object.fromEntries(rows.map((row) => [row.external_id, row.id]))
})
afterAll(() => world.close())

const opened = async (): Promise<number> => {
  const counted = await metrics.getSingleMetric('echolot_sources_opened_total')?.get()
  return counted?.values.reduce((sum, { value }) => sum + value, 0) ?? 0
}

it('leads to the pages that are stored with a message, and counts', async () => {
  const before = await opened()
  const id = ids.whole ?? 0
  expect(await anna.asks('feed', 'openSource', { id })).toEqual({ url: 'https://vk.com/wall-1_2', network: 'vk' })
  expect((await anna.asks('feed', 'openSource', { id, to: 'author' })).url).toBe('https://vk.com/id7')
  expect((await anna.asks('feed', 'openSource', { id, to: 'group' })).url).toBe('https://vk.com/club1')
  expect(await opened()).toBe(before + 3)
})

it('leads nowhere where there is no page, or none of the web', async () => {
  for (const id of [ids.bare ?? 0, ids.trap ?? 0])
    expect(await world.ask('feed', 'openSource', { id }, anna)).toMatchObject({
      code: 'SOURCE_NOT_FOUND',
      message: 'У этого сообщения нет своей страницы в сети',
    })
})

it('is refused to a guest, to a stranger, and to a trial for what it hides', async () => {
  const id = ids.whole ?? 0
  const stranger = await world.customer('stranger')
  const boris = await world.customer('boris', trial('photographers'))
  expect(codeOf(await world.ask('feed', 'openSource', { id }))).toBe('UNAUTHORIZED')
  expect(codeOf(await world.ask('feed', 'openSource', { id }, stranger))).toBe('MESSAGE_NOT_FOUND')
  expect(codeOf(await world.ask('feed', 'openSource', { id }, boris))).toBe('MESSAGE_NOT_FOUND')
  expect(codeOf(await world.ask('feed', 'openSource', { id: 999_999 }, anna))).toBe('MESSAGE_NOT_FOUND')
})

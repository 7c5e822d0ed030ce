/** For tests: a few messages of three categories, found by the words people ask for a category by. */
import { indexMessages } from '../../../archive/index-messages.ts'
import { DAY, HOUR } from '../../../kit/clock.ts'
import type { RawMessage } from '../../../stream/receive/shared/source.ts'
import type { TestWorld } from '../../../testing/test-world.ts'

/** Older than what a trial hides. */
export const old = (world: TestWorld, days: number): Partial<RawMessage> => ({
  publishedAt: new Date(world.clock.now().getTime() - days * DAY),
})

/** Nothing is stored, and these look for these. */
export async function listensToThree(world: TestWorld): Promise<void> {
  await world.forgetMessages()
  await world.db.deleteFrom('categoryQueries').execute()
  await world.looksFor('photographers', 'ищу фотографа')
  await world.looksFor('vets', 'собака болеть', 'посоветуйте ветеринара')
  await world.looksFor('plumbers', 'кран течь')
}

export async function storeSome(world: TestWorld): Promise<void> {
  await world.receive([
    world.message('Ищу фотографа для моей собаки, +7 900 123-45-67, Анна', {
      ...old(world, 5),
      url: 'https://vk.com/wall1_1',
      author: { externalId: 'anna', name: 'Анна Тайная' },
    }),
    world.message('Ищу фотографа на свадьбу @masha', old(world, 4)),
    world.message('Ищу фотографа на юбилей', { publishedAt: new Date(world.clock.now().getTime() - HOUR) }),
    world.message('Собака болеет вторую неделю', old(world, 6)),
    world.message('Собака болеет, а на свадьбу ехать завтра', old(world, 7)),
    world.message('Собака спит', old(world, 8)),
    world.message('Кран течёт', old(world, 8)),
  ])
  await indexMessages({ db: world.db, clock: world.clock, language: world.language, days: 14 })
}

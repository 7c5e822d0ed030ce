import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY, MINUTE } from '../../../kit/clock.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { groups, openTestWorld, type TestWorld } from '../../../testing/test-world.ts'
import { noteGroupFailure, notifyOfGroupFailures } from './group-failure.ts'
import { keepSampleGroup, pasteGroups } from './groups.samples.ts'
import { groupFailureLetter } from './group-failure-letter.ts'

let world: TestWorld
let anna: TestUser
let boris: TestUser
const ids = new Map<string, number>()
beforeAll(async () => {
  world = await openTestWorld()
  anna = await world.customer('anna', groups(10))
  boris = await world.customer('boris', groups(10, 1))
  await world.db.updateTable('users').set({ emailApprove: true }).execute()
  await pasteGroups(world, anna, 'vk.com/a vk.com/b vk.com/c')
  world.clock.advance(MINUTE)
  await pasteGroups(world, boris, 'vk.com/a vk.com/b')
  for (const { id, name } of await world.db.selectFrom('groups').select(['id', 'name']).execute()) ids.set(name, id)
})
afterAll(() => world.close())

const note = (name: string, failure: 'closed' | 'gone' | 'renamed', was?: string) =>
  noteGroupFailure(world.db, world.clock, ids.get(name) ?? 0, failure, was)
const letters = async () =>
  (await world.db.selectFrom('letters').select(['recipient', 'subject']).orderBy('id').execute()).map(
    ({ recipient, subject }) => `${recipient}: ${subject}`,
  )

it('everybody who listens to a group is notified once of what became of it, in one letter for all that came together', async () => {
  await note('a', 'closed')
  await note('b', 'gone')
  await keepSampleGroup(world, { externalId: 'c', name: 'Новое имя' })
  await note('c', 'renamed', 'Старое имя')
  expect(await notifyOfGroupFailures(world)).toBe(2)
  expect(await letters()).toEqual([
    'anna@example.ru: Новости о 3 группах из вашего списка',
    'boris@example.ru: Новости о 2 группах из вашего списка',
  ])
  const { html } = await world.letterTo('anna@example.ru')
  for (const part of ['«a»', '«b»', '«Старое имя» теперь «Новое имя»', '/groups']) expect(html).toContain(part)
  expect(await notifyOfGroupFailures(world)).toBe(0)
  // It opens and closes by turns.
  world.clock.advance(MINUTE)
  await note('a', 'closed')
  expect(await notifyOfGroupFailures(world)).toBe(0)
})

it('a month later, or of something else, they are notified again; who listens no more is not', async () => {
  world.clock.advance(2 * DAY)
  await note('a', 'gone')
  expect(await notifyOfGroupFailures(world)).toBe(1)
  expect((await letters()).at(-1)).toBe('anna@example.ru: Группы «a» больше нет')
  world.clock.advance(20 * DAY)
  const [off, removed] = (await anna.asks('groups', 'listGroups', { order: 'asc' })).groups
  await anna.asks('groups', 'setGroupEnabled', { id: off?.id ?? 0, enabled: false })
  await note('a', 'closed')
  await note('b', 'closed')
  await anna.asks('groups', 'deleteGroup', { id: removed?.id ?? 0 })
  expect(await notifyOfGroupFailures(world)).toBe(0)
  expect(
    await world.db
      .selectFrom('monitoredGroups')
      .select('id')
      .where('notedAt', 'is not', null)
      .where('toldAt', 'is', null)
      .execute(),
  ).toEqual([])
})

it('the letter names so many, and counts the rest', () => {
  const many = Array.from({ length: 32 }, (_, place) => ({
    failure: 'closed' as const,
    name: `Группа ${place}`,
    was: null,
  }))
  const letter = groupFailureLetter('https://echolot.example', many)
  expect(letter.subject).toBe('Новости о 32 группах из вашего списка')
  expect(letter.paragraphs[0]).toMatch(/«Группа 29» и ещё 2 группы\.$/)
  expect(groupFailureLetter('', [{ failure: 'closed', name: 'Мамы', was: null }]).subject).toBe(
    'Группа «Мамы» закрылась',
  )
  const renamed = groupFailureLetter('', [{ failure: 'renamed', name: 'Мамы', was: 'Папы' }])
  expect([renamed.subject, renamed.paragraphs]).toEqual([
    'Группа «Папы» теперь называется «Мамы»',
    ['Переименованы, мы слушаем их как прежде: «Папы» теперь «Мамы».'],
  ])
})

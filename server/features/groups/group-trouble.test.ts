import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY, MINUTE } from '../../kit/clock.ts'
import { groups, openTown, type Town, type Townsman } from '../../people/town.ts'
import { noteGroupTrouble, tellOfTroubles } from './group-trouble.ts'
import { keepSampleGroup, pasteGroups } from './groups.samples.ts'
import { troubleLetter } from './trouble-letter.ts'

let town: Town
let anna: Townsman
let boris: Townsman
const ids = new Map<string, number>()
beforeAll(async () => {
  town = await openTown()
  anna = await town.customer('anna', groups(10))
  boris = await town.customer('boris', groups(10, 1))
  await pasteGroups(town, anna, 'vk.com/a vk.com/b vk.com/c')
  town.clock.advance(MINUTE)
  await pasteGroups(town, boris, 'vk.com/a vk.com/b')
  for (const { id, name } of await town.db.selectFrom('groups').select(['id', 'name']).execute()) ids.set(name, id)
})
afterAll(() => town.close())

const note = (name: string, trouble: 'closed' | 'gone' | 'renamed', was?: string) =>
  noteGroupTrouble(town.db, town.clock, ids.get(name) ?? 0, trouble, was)
const letters = async () =>
  (await town.db.selectFrom('letters').select(['recipient', 'subject']).orderBy('id').execute()).map(
    ({ recipient, subject }) => `${recipient}: ${subject}`,
  )

it('everybody who listens to a group is told once what became of it, in one letter for all that came together', async () => {
  await note('a', 'closed')
  await note('b', 'gone')
  await keepSampleGroup(town, { externalId: 'c', name: 'Новое имя' })
  await note('c', 'renamed', 'Старое имя')
  expect(await tellOfTroubles(town)).toBe(2)
  expect(await letters()).toEqual([
    'anna@example.ru: Новости о 3 группах из вашего списка',
    'boris@example.ru: Новости о 2 группах из вашего списка',
  ])
  const { html } = await town.letterTo('anna@example.ru')
  for (const said of ['«a»', '«b»', '«Старое имя» теперь «Новое имя»', '/groups']) expect(html).toContain(said)
  expect(await tellOfTroubles(town)).toBe(0)
  // It opens and closes by turns.
  town.clock.advance(MINUTE)
  await note('a', 'closed')
  expect(await tellOfTroubles(town)).toBe(0)
})

it('a month later, or of something else, they are told again; who listens no more is not', async () => {
  town.clock.advance(2 * DAY)
  await note('a', 'gone')
  expect(await tellOfTroubles(town)).toBe(1)
  expect((await letters()).at(-1)).toBe('anna@example.ru: Группы «a» больше нет')
  town.clock.advance(20 * DAY)
  const [off, removed] = (await anna.asks('groups', 'listGroups', { order: 'asc' })).groups
  await anna.asks('groups', 'setGroupEnabled', { id: off?.id ?? 0, enabled: false })
  await note('a', 'closed')
  await note('b', 'closed')
  await anna.asks('groups', 'deleteGroup', { id: removed?.id ?? 0 })
  expect(await tellOfTroubles(town)).toBe(0)
  expect(
    await town.db
      .selectFrom('monitoredGroups')
      .select('id')
      .where('notedAt', 'is not', null)
      .where('toldAt', 'is', null)
      .execute(),
  ).toEqual([])
})

it('the letter names so many, and counts the rest', () => {
  const many = Array.from({ length: 32 }, (_, place) => ({
    trouble: 'closed' as const,
    name: `Группа ${place}`,
    was: null,
  }))
  const letter = troubleLetter('https://echolot.example', many)
  expect(letter.subject).toBe('Новости о 32 группах из вашего списка')
  expect(letter.paragraphs[0]).toMatch(/«Группа 29» и ещё 2 группы\.$/)
  expect(troubleLetter('', [{ trouble: 'closed', name: 'Мамы', was: null }]).subject).toBe('Группа «Мамы» закрылась')
  const renamed = troubleLetter('', [{ trouble: 'renamed', name: 'Мамы', was: 'Папы' }])
  expect([renamed.subject, renamed.paragraphs]).toEqual([
    'Группа «Папы» теперь называется «Мамы»',
    ['Переименованы, мы слушаем их как прежде: «Папы» теперь «Мамы».'],
  ])
})

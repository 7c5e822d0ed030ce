import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyProject } from '../../../../contract/watching/projects.ts'
import { groups, openTestWorld, paid, type TestWorld } from '../../../testing/test-world.ts'
import { addFitted, reportFitted, type FittedItems } from './fitted-report.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())

it('tells categories, projects and lists of groups apart, though their numbers are the same', async () => {
  await world.looksFor('photographers', 'фотограф')
  const categoryId = await world.categoryId('photographers')
  // As many projects as it takes for one to have the number of the category.
  const anna = await world.customer('anna', paid('photographers'), groups(5))
  let projectId = 0
  while (projectId < categoryId) projectId = await world.project(anna)
  expect(projectId).toBe(categoryId)
  const named = { name: 'Котики', keywords: ['кот'] }
  await anna.asks('projects', 'updateProject', { ...emptyProject, ...named, id: projectId })
  const listId = (await world.db.selectFrom('monitoredGroupsets').select('id').executeTakeFirstOrThrow()).id

  const sums: FittedItems = new Map()
  addFitted(sums, [
    { productType: 'category', productId: categoryId, items: 2 },
    { productType: 'project', productId: projectId, items: 730 },
    { productType: 'group', productId: listId, items: 4 },
  ])
  addFitted(sums, [{ productType: 'project', productId: projectId, items: 1 }])
  addFitted(sums, [{ productType: 'category', productId: await world.categoryId('vets'), items: 1_300 }])
  expect(await reportFitted(world.db, sums)).toEqual([
    '    Поиск клиентов',
    `       ${(1_300).toLocaleString('ru-RU')}  Ветеринары`,
    '           2  Фотографы',
    '    Упоминания',
    '         731  Котики (anna@example.ru)',
    '    Группы',
    '           4  anna@example.ru',
  ])
})

it('says nothing of what got nothing', async () => {
  expect(await reportFitted(world.db, new Map())).toEqual([])
})

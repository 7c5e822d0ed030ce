import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyFilter } from '../../../../../contract/reading/filters.ts'
import { openTestWorld, paid, type TestWorld } from '../../../../testing/test-world.ts'
import { readScope } from '../read/scope.ts'
import { streamItems } from './stream-items.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'фотограф')
})
afterAll(() => world.close())

it('hands out everything a scope lets through, newest first, in pieces; what comes meanwhile is left out', async () => {
  const anna = await world.customer('anna', paid('photographers'))
  await world.receive(
    Array.from({ length: 25 }, (_, place) =>
      world.message(place % 5 === 4 ? 'нужен ветеринар' : `фотограф ${place}, ${place % 2 ? 'вакансия' : 'заказ'}`),
    ),
  )
  const scope = await readScope(
    world,
    { id: anna.userId, roles: [] },
    { ...emptyFilter, excludedWords: ['вакансия'], spam: 'ignore' },
  )
  const pieces: string[][] = []
  for await (const piece of streamItems(world.db, scope, undefined, 4)) {
    pieces.push(piece.map(({ text }) => text.split(',')[0] ?? ''))
    await world.post('фотограф, заказ, новый')
  }
  const expected = Array.from({ length: 25 }, (_, place) => 24 - place).filter(
    (place) => place % 5 !== 4 && place % 2 === 0,
  )
  expect(pieces.flat()).toEqual(expected.map((place) => `фотограф ${place}`))
  expect(pieces.map(({ length }) => length)).toEqual([4, 4, 2])

  const older: string[] = []
  for await (const piece of streamItems(world.db, scope, 5)) older.push(...piece.map(({ text }) => text))
  expect(older).toEqual(['фотограф 2, заказ', 'фотограф 0, заказ'])
  const nothing = await readScope(world, { id: anna.userId, roles: [] }, { ...emptyFilter, includedWords: ['кошка'] })
  for await (const piece of streamItems(world.db, nothing)) expect.unreachable(`${piece.length} messages`)
})

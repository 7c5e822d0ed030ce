import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyFilter } from '../../../contract/filters.ts'
import { openTown, paid, type Town } from '../../people/town.ts'
import { readScope } from './scope.ts'
import { streamItems } from './stream-items.ts'

let town: Town
beforeAll(async () => {
  town = await openTown()
  await town.looksFor('photographers', 'фотограф')
})
afterAll(() => town.close())

it('hands out everything a scope lets through, newest first, in pieces; what comes meanwhile is left out', async () => {
  const anna = await town.customer('anna', paid('photographers'))
  await town.receive(
    Array.from({ length: 25 }, (_, place) =>
      town.message(place % 5 === 4 ? 'нужен ветеринар' : `фотограф ${place}, ${place % 2 ? 'вакансия' : 'заказ'}`),
    ),
  )
  const scope = await readScope(
    town,
    { id: anna.userId, roles: [] },
    { ...emptyFilter, excludedWords: ['вакансия'], spam: 'ignore' },
  )
  const pieces: string[][] = []
  for await (const piece of streamItems(town.db, scope, undefined, 4)) {
    pieces.push(piece.map(({ text }) => text.split(',')[0] ?? ''))
    await town.post('фотограф, заказ, новый')
  }
  const expected = Array.from({ length: 25 }, (_, place) => 24 - place).filter(
    (place) => place % 5 !== 4 && place % 2 === 0,
  )
  expect(pieces.flat()).toEqual(expected.map((place) => `фотограф ${place}`))
  expect(pieces.map(({ length }) => length)).toEqual([4, 4, 2])

  const older: string[] = []
  for await (const piece of streamItems(town.db, scope, 5)) older.push(...piece.map(({ text }) => text))
  expect(older).toEqual(['фотограф 2, заказ', 'фотограф 0, заказ'])
  const nothing = await readScope(town, { id: anna.userId, roles: [] }, { ...emptyFilter, includedWords: ['кошка'] })
  for await (const piece of streamItems(town.db, nothing)) expect.unreachable(`${piece.length} messages`)
})

import { expect, test } from 'vitest'
import { findCategoryNoise } from './category-noise.ts'

const read = (suspected: boolean, times: number, ...words: string[]) =>
  Array.from({ length: times }, () => ({ suspected, words: new Set(words) }))

test('a word that takes many suspected messages and few good ones away comes first', () => {
  expect(
    findCategoryNoise([
      ...read(true, 9, 'вакансия', 'фотограф'),
      ...read(true, 5, 'акция'),
      ...read(false, 1, 'акция', 'свадьба'),
      ...read(false, 8, 'фотограф'),
      ...read(true, 2, 'редкое'),
    ]),
  ).toEqual([
    { word: 'вакансия', suspected: 9, good: 0 },
    { word: 'акция', suspected: 5, good: 1 },
  ])
})

test.each([
  ['nothing was read', []],
  ['all is good', read(false, 20, 'свадьба')],
  ['it stands in as many good ones', [...read(true, 10, 'цена'), ...read(false, 10, 'цена')]],
])('none when %s', (_, messages) => {
  expect(findCategoryNoise(messages)).toEqual([])
})

test('no more than are asked for, in an order that stands', () => {
  const words = ['б', 'а', 'в'].map((word) => `слово-${word}`)
  expect(findCategoryNoise(read(true, 4, ...words), 2).map(({ word }) => word)).toEqual(['слово-а', 'слово-б'])
})

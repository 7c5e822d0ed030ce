import { expect, test } from 'vitest'
import { findCategories } from './find-categories.ts'

const category = (id: number, name: string, description: string, free = true) => ({
  id,
  name,
  description,
  free,
  icon: '',
})
const all = [
  category(1, 'Фотографы', 'Съёмка свадьбы, портрет'),
  category(2, 'Ремонт квартир', 'Плиточник, маляр, натяжные потолки', false),
  category(3, 'Автосервис', 'Ремонт и покраска машин'),
  category(4, 'Ведущие', 'Тамада, свадьба'),
]
const found = (query: string, trial = false): number[] => findCategories(all, query, trial).map(({ id }) => id)

test.each([
  ['', [3, 4, 2, 1]],
  ['фотографа', [1]],
  ['СЪЕМКА', [1]],
  ['ремонт', [2, 3]],
  ['свадьба тамада', [4]],
  ['тамада, свадьбу', [4]],
  ['космонавт', []],
])('«%s»', (query, ids) => {
  expect(found(query)).toEqual(ids)
})

test('of a trial those that can be had come first', () => {
  expect(found('', true)).toEqual([3, 4, 1, 2])
})

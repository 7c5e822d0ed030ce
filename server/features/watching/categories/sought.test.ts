import { expect, test } from 'vitest'
import { problemsOf } from '../../../../engine/data/data.samples.ts'
import { loadSeededCategories } from './categories.seed.ts'
import { readSought, soughtIn } from './sought.public.ts'

const read = (text: string) => readSought({ name: 'seeds/sought.txt', text })

test('every seeded category has words of its own, and no other has any', () => {
  const words = loadSeededCategories().map(({ slug }) => soughtIn(slug))
  expect(words).not.toContain(null)
  expect(new Set(words).size).toBe(words.length)
  expect(soughtIn('photographers')).toBe('фотографа')
  expect(soughtIn('made-by-an-editor')).toBeNull()
})

test('mistakes are named by their lines', () => {
  expect([...read('# kept\nbakers: пекаря')]).toEqual([['bakers', 'пекаря']])
  expect(problemsOf(() => read('bakers: пекаря\nbakers: булочника\nпекаря'))).toEqual([
    'seeds/sought.txt:2: "bakers" again',
    'seeds/sought.txt:3: not written as "key: value": пекаря',
  ])
})

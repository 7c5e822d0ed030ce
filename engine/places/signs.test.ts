import { expect, test } from 'vitest'
import { problemsOf, shippedSignWords } from '../data/data.samples.ts'
import { readSignWords } from './signs.ts'

const read = (text: string) => readSignWords([{ name: 'places/signs.txt', text }])
/** Every section with a word of its own. */
const written = [
  ['town word', 'г\nгор'],
  ['place preposition', 'в'],
  ['away preposition', 'до'],
  ['other preposition', 'над'],
  ['function word', 'кто-то'],
  ['thing', 'гор\nжк\nотел'],
  ['other name', 'fm'],
  ['group word', 'подслушан'],
]
  .map(([name, words]) => `[${name}]\n${words}\n`)
  .join('')

test('a stem of a thing has any ending, a short one none, and a word for a town is no thing', () => {
  const { isThing } = read(written)
  expect(['отель', 'отеля', 'отелями', 'жк'].filter(isThing)).toEqual(['отель', 'отеля', 'отелями', 'жк'])
  expect(['мотель', 'жкх', 'отельерами', 'гор'].filter(isThing)).toEqual([])
})

test('what stands beside a name and is no person’s name is in four sections', () => {
  const { noNames, isGroupWord, makesAnotherName } = read(written)
  expect([...noNames]).toEqual(['г', 'гор', 'в', 'над', 'кто-то'])
  expect(isGroupWord('подслушано')).toBe(true)
  expect(isGroupWord('неподслушано')).toBe(false)
  expect(makesAnotherName('fm')).toBe(true)
})

test('mistakes are reported with file and line', () => {
  const text = `${written}подслушан\nТипичн\nкафе бар\nкафе(\n[foo]\nслово\n[thing]\nмост`
  expect(problemsOf(() => read(text))).toEqual([
    'places/signs.txt:20: "подслушан" stands at places/signs.txt:19 already',
    'places/signs.txt:21: write "типичн", not "Типичн"',
    'places/signs.txt:22: more than one word: кафе бар',
    'places/signs.txt:23: not a word: кафе(',
    'places/signs.txt:24: unknown section "foo"',
    'places/signs.txt:26: the section "thing" begins at places/signs.txt:12 already',
  ])
  expect(problemsOf(() => read(written.replace('[other name]\nfm\n', '')))).toEqual([
    'places/signs.txt: no section "other name"',
  ])
})

test('the lists as they are shipped have no mistake', () => {
  const { townWords, functionWords, isThing } = shippedSignWords()
  expect(townWords.has('городе')).toBe(true)
  expect(functionWords.size).toBeGreaterThan(80)
  expect(isThing('гостиницы')).toBe(true)
})

import { expect, test } from 'vitest'
import { problemsOf, shippedWordPrintLists } from '../data/data.samples.ts'
import { hashSkeletonStem, skeletonStemOf } from './letters.ts'
import { OPPOSITE_GROUPS, readOpposites, SERIES } from './opposites.ts'

const read = (text: string) => readOpposites([{ name: 'duplicates/opposites.txt', text }])
const stem = (word: string): number => hashSkeletonStem(skeletonStemOf(word))

test('a group is known by its place, what says the same by its first word', () => {
  const text = '[series]\nновый\nпрошлый\n[more]\nбольше\nменьше, поменьше,\n  не так много'
  expect([...read(text).entries()]).toEqual([
    [[stem('новый')], { hash: stem('новый'), group: SERIES }],
    [[stem('прошлый')], { hash: stem('прошлый'), group: SERIES }],
    [[stem('больше')], { hash: stem('больше'), group: 1 }],
    [[stem('меньше')], { hash: stem('меньше'), group: 1 }],
    [[stem('поменьше')], { hash: stem('меньше'), group: 1 }],
    [['не', 'так', 'много'].map(stem), { hash: stem('меньше'), group: 1 }],
  ])
})

test('mistakes are reported with file and line', () => {
  const text = 'рано\n[more]\nбольше, Меньше\nвсе-таки больше\nне так\n[way]\nдо\n[more]\nновый, новые\nнового\nстарый,'
  expect(problemsOf(() => read(text))).toEqual([
    'duplicates/opposites.txt:1: stands before the first [group]',
    'duplicates/opposites.txt:2: the first group is [series], not [more]',
    'duplicates/opposites.txt:3: write "меньше", not "Меньше"',
    'duplicates/opposites.txt:4: not words parted by single spaces: все-таки больше',
    'duplicates/opposites.txt:4: no single word: все-таки больше',
    'duplicates/opposites.txt:5: no single word: не так',
    'duplicates/opposites.txt:6: [way] has no opposites',
    'duplicates/opposites.txt:8: "[more]" stands at duplicates/opposites.txt:2 already',
    'duplicates/opposites.txt:10: a word with the stem "нов" stands at duplicates/opposites.txt:9 already',
    'duplicates/opposites.txt:11: a comma with nothing beside it: старый,',
  ])
  const many = Array.from({ length: OPPOSITE_GROUPS + 1 }, (_, n) =>
    `[${n === SERIES ? 'series' : n}]\nкот${'абвгдежзиклмнпрстф'[n]}т\nпёс${n}т`.replaceAll('ё', 'е'),
  )
  expect(problemsOf(() => read(many.join('\n')))).toContain('duplicates/opposites.txt:49: more than 16 groups')
  expect(problemsOf(() => read('# None yet.'))).toEqual(['duplicates/opposites.txt:1: no group [series]'])
})

test('the list as it is shipped has no mistake', () => {
  const { opposites } = shippedWordPrintLists()
  const meaning = (phrase: string) => opposites.get(phrase.split(' ').map(stem))
  expect(meaning('меньше')?.group).toBe(meaning('больше')?.group)
  expect(meaning('вторника')).toEqual(meaning('вторник'))
  expect(meaning('ищу работу')).toEqual(meaning('предлагаю'))
  expect(meaning('ищу работу')).not.toEqual(meaning('ищу'))
})

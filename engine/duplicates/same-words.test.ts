import { expect, test } from 'vitest'
import { problemsOf, shippedWordPrintLists } from '../data/data.samples.ts'
import { hashNumber, hashSkeletonStem, skeletonStemOf } from './letters.ts'
import { readSameWords } from './same-words.ts'

const read = (text: string) => readSameWords([{ name: 'duplicates/same-words.txt', text }])
const stem = (word: string): number => hashSkeletonStem(skeletonStemOf(word))

test('words and phrases are read as the first single word of their line', () => {
  const text = '[everyday]\nсрочно, как можно скорее\n[telling]\n1 комнатная, однушка,\n  однокомнатная'
  expect([...read(text).entries()]).toEqual([
    [[stem('срочно')], { hash: stem('срочно'), everyday: true }],
    [['как', 'можно', 'скорее'].map(stem), { hash: stem('срочно'), everyday: true }],
    [[hashNumber(1), stem('комнатная')], { hash: stem('однушка'), everyday: false }],
    [[stem('однушка')], { hash: stem('однушка'), everyday: false }],
    [[stem('однокомнатная')], { hash: stem('однушка'), everyday: false }],
  ])
})

test('the longest phrase is found', () => {
  const same = read('[everyday]\nрядом, рядом с, недалеко\n[telling]\nдом, дом отдыха')
  const words = Int32Array.from(['рядом', 'с', 'дом'].map(stem))
  expect(same.find(words, 0, 3)?.length).toBe(2)
  expect(same.find(words, 0, 1)?.length).toBe(1)
  expect(same.find(words, 2, 3)?.length).toBe(1)
  expect(same.find(words, 1, 3)).toBeNull()
})

test('mistakes are reported with file and line', () => {
  const text =
    'рано\n[everyday]\nсрочно, Быстро\nтут\n[telling]\nпо цене, за деньги\nсрочный, спешно\nдом,, дача\n[more]\nкот, котик'
  expect(problemsOf(() => read(text))).toEqual([
    'duplicates/same-words.txt:1: stands before the first [section]',
    'duplicates/same-words.txt:3: write "быстро", not "Быстро"',
    'duplicates/same-words.txt:4: stands for nothing else: тут',
    'duplicates/same-words.txt:6: no single word: по цене, за деньги',
    'duplicates/same-words.txt:7: a word with the stem "срочн" stands at duplicates/same-words.txt:3 already',
    'duplicates/same-words.txt:8: a comma with nothing beside it: дом,, дача',
    'duplicates/same-words.txt:9: unknown section "more"',
  ])
})

test('the list as it is shipped has no mistake, and nothing that has an opposite', () => {
  const { sameWords, opposites } = shippedWordPrintLists()
  const meaning = (phrase: string) => sameWords.get(phrase.split(' ').map(stem))
  expect(meaning('велика')).toEqual(meaning('велосипедом'))
  expect(meaning('толкового')).toEqual(meaning('хороших'))
  for (const [words] of sameWords.entries()) expect(opposites.get(words)).toBeUndefined()
})

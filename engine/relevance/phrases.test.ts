import { expect, test } from 'vitest'
import { shippedWordKinds } from '../data/data.samples.ts'
import { createFeatures, readFeatures } from './features.ts'
import type { Meaning } from './meaning.ts'
import { MEANING_WIDTH, createMeaningReader, hashStem, stemOf } from './meaning.ts'
import type { Model } from './model.ts'
import { loadModel, saveModel } from './model-file.ts'
import { quantise } from '../../training/quantise.ts'
import { createFoundPhrases, createPhraseReader, isPartOf } from './phrases.ts'
import { trainPhrases } from '../../training/train-phrases.ts'
import { createScorer } from './score.ts'
import type { Example } from '../../training/train-heads.ts'
import { trainHeads } from '../../training/train-heads.ts'

const craftsmen = ['сантехник', 'электрик', 'плотник', 'маляр', 'каменщик', 'печник']
const beasts = ['медведь', 'барсук', 'лось', 'кабан', 'волк', 'зубр']

/** Two kinds of words, at right angles to each other. */
function twoKinds(): Meaning {
  const stems = [...craftsmen, ...beasts].map((word) => hashStem(stemOf(word)))
  const vectors = new Int8Array(stems.length * MEANING_WIDTH)
  stems.forEach((_, row) => (vectors[row * MEANING_WIDTH + (row < craftsmen.length ? 0 : 1)] = 100))
  return {
    rows: new Map(stems.map((stem, row) => [stem, row])),
    vectors,
    scales: new Float32Array(stems.length).fill(0.01),
  }
}

/** This many rare words that those of the two kinds are none of the commonest. */
const filler: Example[] = Array.from({ length: 1000 }, (_, i) => {
  const word = [...String(i)].map((digit) => 'бвгджзклмн'[Number(digit)]!).join('о')
  return { text: `${word}у ${word}у`, intent: false, weight: 0.001 }
}).flatMap((example) => [example, example, example, example, example])
const taught: Example[] = [
  ...craftsmen.slice(0, 4).map((word) => ({ text: `кто тут ${word}`, intent: true })),
  ...beasts.slice(0, 4).map((word) => ({ text: `кто тут ${word}`, intent: false })),
]
const meaning = twoKinds()
const wordKinds = shippedWordKinds()
const phrases = trainPhrases([...filler, ...taught], meaning, wordKinds)
const model: Model = {
  ...quantise(trainHeads(taught, { epochs: 1, minExamples: 100 }), { unwanted: 0.5, warm: 0.5, hot: 0.9 }, meaning),
  phrases: { ...phrases, share: 1 },
}

test('a word of no example is read as its group', () => {
  const { score } = createScorer(model, wordKinds)
  for (const word of craftsmen.slice(4))
    expect(score(`кто тут ${word}`).intentScore).toBeGreaterThan(score('кто тут зубр').intentScore)
  const without = createScorer({ ...model, phrases: { ...phrases, share: 0 } }, wordKinds)
  expect(without.score('кто тут печник').intentScore).toBeCloseTo(without.score('кто тут зубр').intentScore, 5)
})

test('reasons count phrases', () => {
  const [first] = createScorer(model, wordKinds).reasons('кто тут печник', 'intent')
  expect(first).toMatchObject({ words: 'печник', span: [8, 14] })
})

test('learning gives the same for the same examples, and is kept by the file', () => {
  expect(trainPhrases([...filler, ...taught], meaning, wordKinds)).toEqual(phrases)
  expect(loadModel(saveModel(model)).phrases).toEqual({
    ...phrases,
    share: 1,
    scale: Math.fround(phrases.scale),
    bias: Math.fround(phrases.bias),
  })
})

/** @param common words that are a class of their own */
function phraseReader(common: readonly string[]) {
  const features = createFeatures()
  const found = createFoundPhrases()
  const read = createPhraseReader(
    { common: new Map(common.map((word, i) => [hashStem(word), i])), groups: new Uint8Array(12) },
    createMeaningReader(meaning),
    wordKinds,
  )
  const rows = (text: string): number[] => {
    readFeatures(text, features)
    read(features, found)
    return [...found.rows.subarray(0, found.count)]
  }
  return { found, rows }
}

test('a phrase ends with its clause', () => {
  const { found, rows } = phraseReader(['кто', 'тут', 'там'])
  expect(rows('кто тут')).not.toEqual(rows('кто там'))
  expect(rows('кто. тут')).toEqual(rows('кто! тут'))
  expect(rows('кто, тут')).not.toEqual(rows('кто тут'))
  expect(rows('кто тут?')).not.toEqual(rows('кто тут'))
  expect(rows('')).toEqual([])
  rows('кто тут. там')
  const own = [0, 1, 2].map(
    (word) => Array.from({ length: found.count }, (_, i) => i).filter((i) => isPartOf(found, i, word)).length,
  )
  // Four of its own and three of its ending; the first has a part in four of the second's, the others end a clause.
  expect(own).toEqual([11, 8, 8])
})

test('an ending shows what words of one kind do in a sentence', () => {
  const { rows } = phraseReader([])
  const shared = (one: string, other: string): number => {
    const rowsOfOther = new Set(rows(other))
    return new Set(rows(one).filter((row) => rowsOfOther.has(row))).size
  }
  // Two words of one group and kind, in one case and in another.
  expect(shared('печника', 'плотника')).toBeGreaterThan(shared('печника', 'плотники'))
  // Of words that are not known the ending is all there is.
  expect(shared('кракозябрика', 'бармаглотика')).toBeGreaterThan(shared('кракозябрика', 'бармаглотики'))
})

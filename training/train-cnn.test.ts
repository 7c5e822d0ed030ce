import { expect, test } from 'vitest'
import { createCnnReader, type Cnn } from '../engine/relevance/cnn.ts'
import { createFeatures, readFeatures } from '../engine/relevance/features.ts'
import { trainCnn } from './train-cnn.ts'
import type { Example } from './train-heads.ts'

const beasts = ['медведь', 'барсук', 'лось', 'кабан']
const pairs = beasts.flatMap((one) => beasts.filter((other) => other !== one).map((other) => [one, other] as const))

/** The same words ask in one order and not in the other. */
const examples: Example[] = Array.from({ length: 150 }, () =>
  pairs.flatMap(([one, other]) => [
    { text: `${one} ищет, ${other} ждёт`, intent: true },
    { text: `${one} ждёт, ${other} ищет`, intent: false },
    { text: `${one} спит`, unwanted: false },
  ]),
).flat()

function scoreBy(cnn: Cnn): (text: string) => number {
  const read = createCnnReader(cnn)
  const features = createFeatures()
  return (text) => {
    readFeatures(text, features)
    return read(features)
  }
}

test('learns what the order of words says, of words in bulk that all say the same', () => {
  const cnn = trainCnn(examples)
  const score = scoreBy(cnn)
  for (const [one, other] of pairs)
    expect(score(`${one} ищет, ${other} ждёт`)).toBeGreaterThan(score(`${one} ждёт, ${other} ищет`) + 2)
})

const ofOne = (count: number): Example[] => Array.from({ length: count }, () => ({ text: 'лиса', intent: true }))

test('a word met in few examples is no row, and what says nothing of intent teaches nothing', () => {
  expect(trainCnn(ofOne(9)).kept).toHaveLength(0)
  const known = trainCnn(ofOne(10))
  expect(known.kept.length).toBeGreaterThan(0)
  expect(trainCnn([...ofOne(10), { text: 'лиса и волк', unwanted: true }])).toEqual(known)
})

test('an example counts by its weight', () => {
  const of = (weight: number) =>
    scoreBy(trainCnn([...ofOne(2_000), ...ofOne(2_000).map(({ text }) => ({ text, intent: false, weight }))]))('лиса')
  expect(of(0.1)).toBeGreaterThan(of(1) + 1)
})

import { expect, test } from 'vitest'
import { createClassifier, readClassifier, writeClassifier } from '../engine/topics/topic-classifier.ts'
import { compact, fine } from './quantise.ts'
import { trainClassifier, type ClassifierExample } from './train-classifier.ts'

const slugs = ['doors', 'furniture']
/** Of a door and of a wardrobe, asked for and only mentioned. */
const examples = Array.from({ length: 80 }, (_, at): ClassifierExample => {
  const isDoor = at % 2 === 0
  const asks = at % 4 < 2
  return {
    text: `${asks ? 'нужна' : 'была'} ${isDoor ? 'дверь входная' : 'дверца шкафа'} номер ${at}`,
    slugs: asks ? [isDoor ? 'doors' : 'furniture'] : [],
    fitted: isDoor ? ['doors'] : ['doors', 'furniture'],
  }
})
const classifier = trainClassifier(examples, slugs, 1, fine)
const classify = createClassifier(classifier)

test('what a text asks for, and that it asks for nothing, is learnt from its words and from what fits it', () => {
  const asked = classify('нужна новая дверца шкафа', ['doors', 'furniture'])
  expect(asked.of.get('furniture')).toBeGreaterThan(asked.of.get('doors')! + 1)
  expect(asked.of.get('furniture')).toBeGreaterThan(asked.none + 1)
  const ofDoor = classify('нужна входная дверь', ['doors'])
  expect(ofDoor.of.get('doors')).toBeGreaterThan(ofDoor.of.get('furniture')! + 1)
  const past = classify('дверца шкафа тут была', ['doors', 'furniture'])
  expect(past.none).toBeGreaterThan(past.of.get('furniture')! + 1)
  // Of words never met only what fits is known.
  const unknown = classify('ыыы', ['furniture', 'not-taught'])
  expect(unknown.of.get('furniture')).toBeGreaterThan(unknown.of.get('doors')!)
  for (const { of, none } of [asked, ofDoor, past, unknown])
    expect([...of.values(), none].reduce((sum, each) => sum + Math.exp(each), 0)).toBeCloseTo(1, 5)
})

test('the same examples teach the same, and what asks for something not taught teaches nothing', () => {
  const others = [{ text: 'кот', slugs: ['cats'], fitted: [] }]
  expect(trainClassifier([...examples, ...others], slugs, 1, fine)).toEqual(classifier)
  expect(trainClassifier(examples, slugs, 1, compact).numbers).not.toEqual(classifier.numbers)
})

test('rows that few texts have are not kept', () => {
  const rare = (count: number): ClassifierExample[] =>
    Array.from({ length: count }, () => ({ text: 'форточка', slugs: ['doors'], fitted: [] }))
  const keptWith = (count: number): Int32Array => trainClassifier([...examples, ...rare(count)], slugs, 1, fine).kept
  expect(keptWith(11)).toEqual(classifier.kept)
  expect(keptWith(12).length).toBeGreaterThan(classifier.kept.length)
})

test('it is read as it was written, and nothing else is', () => {
  const bytes = writeClassifier(classifier)
  expect(readClassifier(new DataView(bytes.buffer), slugs)).toEqual(classifier)
  expect(readClassifier(new DataView(bytes.buffer, 0, bytes.length - 1), slugs)).toBeNull()
  expect(readClassifier(new DataView(bytes.buffer), [...slugs, 'windows'])).toBeNull()
  expect(readClassifier(new DataView(new ArrayBuffer(3)), slugs)).toBeNull()
})

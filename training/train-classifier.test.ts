import { expect, test } from 'vitest'
import { createClassifier, readClassifier, writeClassifier } from '../engine/topics/topic-classifier.ts'
import { compact, fine } from './quantise.ts'
import { trainClassifier, type ClassifierExample } from './train-classifier.ts'

const slugs = ['doors', 'furniture']
const text = (subject: string, at: number): string => `${subject} номер ${at}`
const examples = Array.from({ length: 40 }, (_, at): ClassifierExample => {
  const isDoor = at % 2 === 0
  return {
    text: text(isDoor ? 'дверь входная' : 'дверца шкафа', at),
    slugs: [isDoor ? 'doors' : 'furniture'],
    asks: at % 4 < 2,
    fitted: isDoor ? ['doors'] : ['doors', 'furniture'],
  }
})
const classifier = trainClassifier(examples, slugs, 1, fine)
const classify = createClassifier(classifier)

test('what a text is about is learnt from its words and from what fits it', () => {
  const ofWardrobe = classify('скрипит дверца шкафа', ['doors', 'furniture'])
  expect(ofWardrobe.get('furniture')).toBeGreaterThan(ofWardrobe.get('doors')! + 1)
  const ofDoor = classify('скрипит входная дверь', ['doors'])
  expect(ofDoor.get('doors')).toBeGreaterThan(ofDoor.get('furniture')! + 1)
  // Of words never met only what fits is known.
  const unknown = classify('ыыы', ['furniture', 'not-taught'])
  expect(unknown.get('furniture')).toBeGreaterThan(unknown.get('doors')!)
  for (const all of [ofWardrobe, ofDoor, unknown])
    expect([...all.values()].reduce((sum, each) => sum + Math.exp(each), 0)).toBeCloseTo(1, 5)
})

test('the same examples teach the same, and what is about nothing taught teaches nothing', () => {
  const others = [{ text: 'кот', slugs: ['cats'], asks: true, fitted: [] }]
  expect(trainClassifier([...examples, ...others], slugs, 1, fine)).toEqual(classifier)
  expect(trainClassifier(examples, slugs, 1, compact).numbers).not.toEqual(classifier.numbers)
})

test('rows that few texts have are not kept', () => {
  const rare = { text: 'форточка', slugs: ['doors'], asks: true, fitted: [] }
  const with3 = trainClassifier([...examples, rare, rare, rare], slugs, 1, fine)
  const with4 = trainClassifier([...examples, rare, rare, rare, rare], slugs, 1, fine)
  expect(with3.kept).toEqual(classifier.kept)
  expect(with4.kept.length).toBeGreaterThan(with3.kept.length)
})

test('it is read as it was written, and nothing else is', () => {
  const bytes = writeClassifier(classifier)
  expect(readClassifier(new DataView(bytes.buffer), slugs)).toEqual(classifier)
  expect(readClassifier(new DataView(bytes.buffer, 0, bytes.length - 1), slugs)).toBeNull()
  expect(readClassifier(new DataView(bytes.buffer), [...slugs, 'windows'])).toBeNull()
  expect(readClassifier(new DataView(new ArrayBuffer(3)), slugs)).toBeNull()
})

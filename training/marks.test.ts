import { expect, test } from 'vitest'
import { shippedWordKinds } from '../engine/data/data.samples.ts'
import { parseMarks } from './marks.ts'
import { emptyMeaning } from './empty-meaning.samples.ts'
import { quantise } from './quantise.ts'
import { createScorer } from '../engine/relevance/score.ts'
import type { Example } from './train-heads.ts'
import { trainHeads } from './train-heads.ts'

test('marks are read line by line', () => {
  expect(parseMarks('{"text":"ищу кота","intent":true}\n\n{"text":"казино","unwanted":true,"intent":false}\n')).toEqual(
    [
      { text: 'ищу кота', intent: true, weight: 6 },
      { text: 'казино', unwanted: true, intent: false, weight: 6 },
    ],
  )
  expect(parseMarks('')).toEqual([])
})

test.each([
  ['ищу кота', 'marks:1: not JSON'],
  ['{"text":"а","intent":true}\n{"intent":true}', 'marks:2: must have required properties text'],
  ['{"text":" ","intent":true}', 'marks:1: text must match pattern'],
  ['{"text":"а"}', 'marks:1: neither "unwanted" nor "intent"'],
  ['{"text":"а","intent":1}', 'marks:1: intent must be boolean'],
  ['[]', 'marks:1: must be object'],
])('a broken mark is named: %s', (lines, message) => {
  expect(() => parseMarks(lines)).toThrow(message)
})

test('marks outweigh what training said before', () => {
  const examples: Example[] = ['кота', 'пса', 'ежа', 'слона'].flatMap((whom) => [
    { text: `ищу ${whom}`, intent: true },
    { text: `вижу ${whom}`, intent: false },
  ])
  const marks = parseMarks(
    ['кота', 'пса', 'ежа'].map((whom) => JSON.stringify({ text: `вижу ${whom}`, intent: true })).join('\n'),
  )
  const intentOf = (from: readonly Example[]): number => {
    const trained = trainHeads(from, { epochs: 40, rate: 0.1, hide: 0 })
    const model = quantise(trained, { unwanted: 0.5, warm: 0.5, hot: 0.9 }, emptyMeaning())
    return createScorer(model, shippedWordKinds()).score('вижу зайца').intentScore
  }
  // Of two words it is held back a little: what is short is seldom a request.
  expect(intentOf(examples)).toBeLessThan(0.4)
  expect(intentOf([...examples, ...marks])).toBeGreaterThan(0.5)
})

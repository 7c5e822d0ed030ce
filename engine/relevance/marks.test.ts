import { expect, test } from 'vitest'
import { parseMarks } from './marks.ts'
import { emptyMeaning } from './meaning.ts'
import { quantise } from './model.ts'
import { createScorer } from './score.ts'
import type { Example } from './train.ts'
import { train } from './train.ts'

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
  ['ищу кота', 'line 1: not JSON'],
  ['{"text":"а","intent":true}\n{"intent":true}', 'line 2: "text" is missing'],
  ['{"text":" ","intent":true}', 'line 1: "text" is missing'],
  ['{"text":"а"}', 'line 1: neither "unwanted" nor "intent"'],
  ['{"text":"а","intent":1}', 'line 1: "intent" is neither true nor false'],
  ['[]', 'line 1: "text" is missing'],
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
    const trained = train(from, { epochs: 40, rate: 0.1, hide: 0 })
    return createScorer(quantise(trained, { unwanted: 0.5, warm: 0.5, hot: 0.9 }, emptyMeaning())).score('вижу зайца')
      .intent
  }
  expect(intentOf(examples)).toBeLessThan(0.4)
  expect(intentOf([...examples, ...marks])).toBeGreaterThan(0.6)
}, 20_000)

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lawRuns } from '../../tools/law-runs.ts'
import { loadWordKinds } from '../../server/kit/engine-data.ts'
import { createAskReader, ASK_ROWS, type AskAbout } from './ask-features.ts'
import { createTopicJudge, logOddsAbove, LEAST_CERTAINTY, LEAST_INTENT, MOST_INTENT } from './topic-judge.ts'

const wordKinds = loadWordKinds()
const about = (text: string, topic: string, framed = false): AskAbout => {
  const start = text.indexOf(topic)
  return { text, spans: start < 0 ? [] : [[start, start + topic.length]], framed }
}
const rowsOf = (asked: AskAbout): number[] => {
  const { rows, count } = createAskReader(wordKinds)(asked)
  return [...rows.subarray(0, count)].sort((a, b) => a - b)
}

describe('features', () => {
  test('are the same for every trade in the same words', () => {
    expect(rowsOf(about('посоветуйте сантехника', 'сантехника'))).toEqual(
      rowsOf(about('посоветуйте механика', 'механика')),
    )
  })

  test('tell who asks from who is asked for by the ending, and a topic from what is none', () => {
    const asked = rowsOf(about('ищу сантехника', 'сантехника'))
    expect(asked).not.toEqual(rowsOf(about('ищу сантехник', 'сантехник')))
    expect(asked).not.toEqual(rowsOf(about('ищу сантехника', 'нет')))
  })

  test('take words of asking within a span for what they are', () => {
    const text = 'подскажите сантехника'
    expect(rowsOf({ text, spans: [[0, text.length]], framed: false })).toEqual(rowsOf(about(text, 'сантехника')))
  })
})

const asked = fc
  .array(fc.constantFrom('ищу', 'сантехника', 'кто', 'нужен', 'вчера', 'был?', 'нет!'), { minLength: 1, maxLength: 12 })
  .chain((words) => fc.boolean().map((framed) => about(words.join(' '), 'сантехника', framed)))
const models = fc.record({
  weights: fc
    .array(fc.integer({ min: -127, max: 127 }), { minLength: 64, maxLength: 64 })
    .map((row) => Int8Array.from({ length: ASK_ROWS }, (_, at) => row[at % row.length]!)),
  scale: fc.constant(0.02),
  intentShare: fc.constantFrom(0, 0.5, 1),
  framed: fc.constantFrom(0, 1),
  threshold: fc.double({ min: -10, max: 10, noNaN: true }),
})

describe('the judge', () => {
  test('asks for the intent only where it can decide, and is there as certain as if it had always asked', () => {
    fc.assert(
      fc.property(models, asked, fc.double({ min: -20, max: 20, noNaN: true }), (model, each, intent) => {
        let count = 0
        const certainty = createTopicJudge(model, wordKinds).certainty(each, () => (count++, intent))
        const { rows, values, count: size } = createAskReader(wordKinds)(each)
        let sum = each.framed ? model.framed - model.threshold : -model.threshold
        for (let i = 0; i < size; i++) sum += model.scale * model.weights[rows[i]!]! * values[i]!
        const bounded = Math.max(LEAST_INTENT, Math.min(MOST_INTENT, intent))
        const whole = sum + model.intentShare * bounded
        expect(certainty >= 0).toBe(whole >= 0)
        expect(certainty >= LEAST_CERTAINTY).toBe(whole >= LEAST_CERTAINTY)
        if (whole >= LEAST_CERTAINTY) expect(certainty).toBe(whole)
        expect(count).toBe(sum + model.intentShare * MOST_INTENT >= LEAST_CERTAINTY ? 1 : 0)
      }),
      { numRuns: lawRuns(100) },
    )
  })

  test('refuses weights of another size', () => {
    const model = { weights: new Int8Array(3), scale: 1, intentShare: 1, framed: 0, threshold: 0 }
    expect(() => createTopicJudge(model, wordKinds)).toThrow('the model of topics has 3 rows')
  })

  test('counts intent from its own threshold on', () => {
    expect(logOddsAbove(0.33, 0.33)).toBe(0)
    expect(logOddsAbove(0.9, 0.33)).toBeGreaterThan(2)
    expect(Number.isFinite(logOddsAbove(1, 0.33))).toBe(true)
    expect(Number.isFinite(logOddsAbove(0, 0.33))).toBe(true)
  })
})

import { describe, expect, test } from 'vitest'
import { shippedWordKinds } from '../data/data.samples.ts'
import type { Reaction } from './personal.ts'
import {
  createPersonal,
  learnMark,
  loadPersonal,
  personalShift,
  PERSONAL_BYTES,
  savePersonal,
  shiftScore,
} from './personal.ts'
import { createScorer } from './score.ts'
import { readShippedModel } from '../../server/kit/shipped-model.ts'
import { seededRandom } from '../../training/random.ts'

const scorer = createScorer((await readShippedModel()).model, shippedWordKinds())
const services = [
  'сантехника',
  'электрика',
  'плиточника',
  'маляра',
  'сварщика',
  'кровельщика',
  'плотника',
  'штукатура',
  'столяра',
  'каменщика',
]
const lessons = [
  'английскому',
  'математике',
  'физике',
  'химии',
  'биологии',
  'истории',
  'информатике',
  'французскому',
  'литературе',
  'географии',
]
const repairs = services.map((whom) => `Посоветуйте ${whom} для ремонта квартиры, нужно всё сделать до зимы`)
const tutors = lessons.map((what) => `Посоветуйте репетитора по ${what} для школьника, нужно готовиться к экзамену`)

const learnt = (marks: readonly [Reaction, string][]): ReturnType<typeof createPersonal> =>
  marks.reduce((personal, [mark, text]) => learnMark(personal, mark, scorer.traits(text)), createPersonal())
const pairs = (count: number, liked: Reaction, disliked: Reaction): [Reaction, string][] =>
  Array.from({ length: count }, (_, i): [Reaction, string][] => [
    [liked, repairs[i % 8]!],
    [disliked, tutors[i % 8]!],
  ]).flat()

describe('the personal layer', () => {
  const twenty = learnt(pairs(10, 'like', 'dislike'))

  test('moves unseen messages of the kinds marked after twenty marks', () => {
    for (const text of repairs.slice(8))
      expect(shiftScore(0.5, personalShift(twenty, scorer.traits(text)))).toBeGreaterThan(0.6)
    for (const text of tutors.slice(8))
      expect(shiftScore(0.5, personalShift(twenty, scorer.traits(text)))).toBeLessThan(0.4)
  })

  test('a spam mark pushes down too', () => {
    const personal = learnt(pairs(10, 'like', 'spam'))
    expect(personalShift(personal, scorer.traits(tutors[9]!))).toBeLessThan(-0.4)
  })

  test('leaves scores alone before any mark, and when marks have no sense', () => {
    const traits = scorer.traits(repairs[9]!)
    expect(shiftScore(0.3, personalShift(createPersonal(), traits))).toBeCloseTo(0.3, 6)
    const random = seededRandom(3)
    const noise = learnt(
      Array.from({ length: 60 }, () => [
        random() < 0.5 ? 'like' : 'dislike',
        (random() < 0.5 ? repairs : tutors)[Math.floor(random() * 10)]!,
      ]),
    )
    expect(Math.abs(personalShift(noise, traits))).toBeLessThan(0.5)
  })

  test('still knows the first marks after many on something else', () => {
    const talk = ['ну ладно', 'завтра дождь', 'сдали лабу', 'едем на дачу', 'кот спит весь день']
    const later = Array.from({ length: 100 }, (_, i) => talk[i % 5]!).reduce(
      (personal, text) => learnMark(personal, 'dislike', scorer.traits(text)),
      twenty,
    )
    expect(personalShift(later, scorer.traits(repairs[9]!))).toBeGreaterThan(
      personalShift(later, scorer.traits(tutors[9]!)) + 0.5,
    )
  })

  test('changes nothing in place', () => {
    const before = createPersonal()
    learnMark(before, 'like', scorer.traits(repairs[0]!))
    expect(before).toEqual(createPersonal())
  })

  test('is saved in at most 4 KB and comes back the same', () => {
    const bytes = savePersonal(twenty)
    expect(bytes.length).toBe(PERSONAL_BYTES)
    expect(bytes.length).toBeLessThanOrEqual(4096)
    const loaded = loadPersonal(bytes)
    expect(Buffer.from(savePersonal(loaded)).equals(Buffer.from(bytes))).toBe(true)
    const traits = scorer.traits(repairs[9]!)
    expect(personalShift(loaded, traits)).toBeCloseTo(personalShift(twenty, traits), 3)
    const notANumber = bytes.slice().fill(255, 12, 16)
    for (const broken of [new Uint8Array(0), bytes.slice(1), new Uint8Array(PERSONAL_BYTES), notANumber])
      expect(() => loadPersonal(broken)).toThrow('not a personal layer')
  })

  test('says which words moved the message', () => {
    const text = repairs[9]!
    const reasons = scorer.personalReasons(text, twenty)
    expect(reasons.map(({ words }) => words)).toContain('ремонта')
    for (const { words, span } of reasons) expect(text.slice(...span!)).toBe(words)
    expect(scorer.personalReasons(text, createPersonal())).toEqual([])
  })
})

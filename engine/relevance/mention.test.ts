import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shippedWordKinds } from '../data/data.samples.ts'
import { mentionScore } from './mention.ts'
import { trainMention } from '../../training/train-mention.ts'
import { readShippedModel } from '../../server/kit/shipped-model.ts'
import { createScorer } from './score.ts'
import { lawRuns } from '../../tools/law-runs.ts'

const scorer = createScorer((await readShippedModel()).model, shippedWordKinds())
const shop = ['перекрёсток', 'магазин', 'супермаркет', 'продукты', 'цены', 'скидка', 'касса']
const airline = ['победа', 'авиакомпания', 'самолёт', 'рейс', 'билет', 'аэропорт']

describe('mention', () => {
  test.each([
    [
      shop,
      'В Перекрёстке цены на продукты опять выросли, скидка только на сыр',
      'ДТП на перекрёстке улиц Ленина и Красной, движение закрыто',
    ],
    [
      airline,
      '«Победа» задержала рейс на шесть часов, билет не возвращают',
      'С Днём Победы! Здоровья ветеранам и мирного неба',
    ],
  ])('tells the thing from its word: %s', (context, about, other) => {
    expect(scorer.mention(about, context)).toBeGreaterThan(0.5)
    expect(scorer.mention(other, context)).toBeLessThan(0.5)
  })

  test('names the significant words', () => {
    const text = 'В Перекрёстке цены на молоко опять выросли'
    const reasons = scorer.mentionReasons(text, shop)
    expect(reasons.map(({ words }) => words)).toEqual(expect.arrayContaining(['Перекрёстке', 'цены']))
    for (const { words, span } of reasons) expect(text.slice(...span!)).toBe(words)
  })

  test.each([
    [
      ['megafon', '@megafon', 'связь', 'тариф'],
      '@MegaFonHelp второй раз за неделю',
      '@megaphone_shop второй раз за неделю',
    ],
    [['мтс', '@ru_mts', 'mts', 'связь', 'тариф'], '@by_mts почему не открывается?', '@kmts почему не открывается?'],
    [['vtb', 'банк', 'вклад', 'счёт'], '@vtb24 опять очередь', '@vtbilisi опять очередь'],
  ])('an account that bears a word of the project is of the watched thing: %s', (context, account, other) => {
    expect(scorer.mention(account, context)).toBeGreaterThan(0.5)
    expect(scorer.mention(account, context)).toBeGreaterThan(scorer.mention(other, context) + 0.3)
    expect(scorer.mentionReasons(account, context)[0]?.words).toMatch(/^@/)
    expect(scorer.mentionReasons(other, context)).toEqual([])
  })

  test('bears any text and any context', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 100 }),
        fc.array(fc.string({ maxLength: 20 }), { maxLength: 5 }),
        (text, context) => {
          const score = scorer.mention(text, context)
          expect(score).toBeGreaterThanOrEqual(0)
          expect(score).toBeLessThanOrEqual(1)
          scorer.mentionReasons(text, context)
        },
      ),
      { numRuns: lawRuns(50) },
    )
  })

  test('the fit learns which clue counts, rare mentions counting as much as common ones', () => {
    const reading = (own: number, local: number, about: boolean) => ({
      clues: Float32Array.from([own, local, 0, 0]),
      about,
    })
    const weights = trainMention([
      reading(0.9, 0.1, true),
      ...[0, 0.1, 0.2, 0.05].map((own) => reading(own, 0.9, false)),
    ])
    expect(mentionScore(Float32Array.from([0.8, 0.5, 0, 0]), weights)).toBeGreaterThan(0.5)
    expect(mentionScore(Float32Array.from([0.1, 0.5, 0, 0]), weights)).toBeLessThan(0.5)
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lawRuns } from '../../tools/law-runs.ts'
import { CREDIT_WORDS, creditsOf } from './credits.ts'
import { romanNumber } from './roman.ts'

const WORD = new RegExp(`(?<!\\p{L})(?:${CREDIT_WORDS.join('|')})(?!\\p{L})`, 'giu')

/** What is left of a text without its credits. */
const beside = (text: string): string => {
  let [left, at] = ['', 0]
  for (const [start, end] of creditsOf(
    text,
    [...text.matchAll(WORD)].map(({ index }) => index),
  )) {
    left += text.slice(at, Math.max(at, start))
    at = Math.max(at, end)
  }
  return left + text.slice(at)
}

describe('creditsOf', () => {
  test.each([
    ['Зимний берег. Фото: Анна Ильина', 'Зимний берег. '],
    ['Зимний берег. Фото Анны Ильиной, г.Сортавала, Карелия.', 'Зимний берег. '],
    ['Зимний берег\nТекст и фото: Анна Ильина\nПриходите!', 'Зимний берег\n\nПриходите!'],
    ['Зимний берег. Фото В. Петрова. Ждём вас в музее', 'Зимний берег. . Ждём вас в музее'],
    ['Зимний берег (фото: Анна Ильина), Ладога', 'Зимний берег (), Ладога'],
    ['Зимний берег © Анна Ильина', 'Зимний берег '],
    ['Зимний берег, фото [id12|Анна Ильина]', 'Зимний берег, фото Анна Ильина]'],
  ])('finds what «%s» has', (text, left) => {
    expect(beside(text).replace(/\.$/, '')).toBe(left.replace(/\.$/, ''))
  })

  test.each([
    'Нужно фото на паспорт, срочно',
    'Ищу, кто сделает фото Ладоги на заказ',
    'Сниму квартиру. Фото обязательно',
    'Видео на свадьбу: кто снимает?',
    'Няня | Сортавала | два дня',
    'Пишем текст для сайта',
  ])('leaves «%s» alone', (text) => {
    expect(
      creditsOf(
        text,
        [...text.matchAll(WORD)].map(({ index }) => index),
      ),
    ).toEqual([])
  })

  test('gives spans inside the text, in order, and never throws', () => {
    const piece = fc.constantFrom('Фото', ': ', '© ', '[id1|', ']', '. ', '\n', 'Анна', ' г.', ' | ', '🔥', 'x')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('')
        let before = 0
        for (const [start, end] of creditsOf(
          text,
          [...text.matchAll(WORD)].map(({ index }) => index),
        )) {
          expect(start).toBeGreaterThanOrEqual(before)
          expect(end).toBeGreaterThanOrEqual(start)
          expect(end).toBeLessThanOrEqual(text.length)
          before = start
        }
      }),
      { numRuns: lawRuns(300) },
    )
  })
})

describe('romanNumber', () => {
  test.each([
    ['XXI', 21],
    ['XIV', 14],
    ['IX', 9],
    ['V', 5],
    ['ХХI', 21],
    ['Х', 10],
    ['I', 0],
    ['ХХ', 0],
    ['IIX', 0],
    ['их', 0],
    ['xxi', 0],
    ['VIP', 0],
    ['XXXXXXXX', 0],
  ])('reads «%s» as %i', (word, value) => {
    expect(romanNumber(`в ${word} веке`, 2, 2 + word.length)).toBe(value)
  })
})

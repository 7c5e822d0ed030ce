import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readReadiness } from './readiness.ts'

const readinessOf = (text: string): string | null => {
  const ready = readReadiness(text)
  return ready && `${ready.is}: ${text.slice(...ready.at)}`
}

describe('who asks wants an answer now', () => {
  test.each([
    ['СРОЧНО нужен сантехник!', 'now: СРОЧНО'],
    ['Нужен электрик на завтра', 'now: завтра'],
    ['Кто сможет собрать шкаф в субботу?', 'now: в субботу'],
    ['Кто починит кран до пятницы', 'now: до пятницы'],
    ['Ищу няню. Горит, как обычно', 'now: Горит'],
    ['Нужен мастер в  ближайшие\nдни', 'now: в  ближайшие\nдни'],
    ['Скиньте, пожалуйста, контакты электрика', 'now: Скиньте, пожалуйста, контакты'],
    ['Ищу швею. Пишите в личку', 'now: Пишите в личку'],
  ])('%s', (text, ready) => expect(readinessOf(text)).toBe(ready))
})

describe('who asks has time', () => {
  test.each([
    ['Ищу дизайнера. Сроки не горят.', 'later: не горят'],
    ['Нужен плиточник, не срочно, можно в субботу', 'later: не срочно'],
    ['Посоветуйте юриста на будущее', 'later: на будущее'],
  ])('%s', (text, ready) => expect(readinessOf(text)).toBe(ready))
})

test.each([
  'Ищу фотографа на свадьбу',
  'Номер дома не помню',
  'Посоветуйте сантехника',
  'Загорит ли кожа',
  'Купила сегодняшний торт',
  '',
])('nothing is written of it: %s', (text) => expect(readinessOf(text)).toBeNull())

test('law: the words that say so stand in the text', () => {
  const word = fc.constantFrom('Срочно', 'не', 'горит', 'ЗАВТРА', 'ёлка', 'İ', '😀', 'на', 'будущее', 'в', 'субботу')
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), (words) => {
      const text = words.join(' ')
      const ready = readReadiness(text)
      if (ready) expect(readReadiness(text.slice(...ready.at))?.is).toBe(ready.is)
    }),
  )
})

import { describe, expect, it, test } from 'vitest'
import { beginningOf, momentInWords, noticeText, noticeTitle, placeOfMessage, restInWords } from './words.ts'

const long =
  'Посоветуйте, пожалуйста, хорошего фотографа на свадьбу в Омске, бюджет до тридцати тысяч рублей, дата в июне'

describe('the title of a notice', () => {
  test.each([
    [1, [long], 'Фотографы: Посоветуйте, пожалуйста, хорошего фотографа на свадьбу в…'],
    [1, ['нужен\n\nфотограф'], 'Фотографы: нужен фотограф'],
    [1, [], '1 новое: Фотографы'],
    [2, [long, 'нужен фотограф'], '2 новых: Фотографы'],
    [21, [long], '21 новое: Фотографы'],
    [5, [], '5 новых: Фотографы'],
    [1_234, [long], '1 234 новых: Фотографы'],
  ])('of %d messages', (count, texts, title) => {
    expect(noticeTitle('Фотографы', count, texts).replaceAll('\u00a0', ' ')).toBe(title)
  })

  it('is followed by the beginning of what stands first', () => {
    expect(noticeText([long, 'другой'])).toBe(long)
    expect(noticeText([`${long} ${long}`]).length).toBeLessThanOrEqual(201)
    expect(noticeText([])).toBe('')
  })
})

test.each([
  ['короткий текст', 20, 'короткий текст'],
  ['раз, два, три', 9, 'раз, два…'],
  ['а'.repeat(30), 10, `${'а'.repeat(10)}…`],
  [`${'а'.repeat(9)}🙂`, 10, `${'а'.repeat(9)}…`],
  ['  много   пробелов \n и строк ', 100, 'много пробелов и строк'],
])('of «%s» %d letters', (text, most, beginning) => {
  expect(beginningOf(text, most)).toBe(beginning)
})

test('what there is to know of a message', () => {
  const message = { level: 'hot', network: 'vk', groupName: 'Подслушано', place: 'Омск' } as const
  expect(placeOfMessage(message)).toBe('Горячий · ВКонтакте · Подслушано · Омск')
  expect(placeOfMessage({ ...message, level: 'warm', groupName: null })).toBe('Тёплый · ВКонтакте · Омск')
  expect(placeOfMessage({ ...message, level: 'cold', groupName: '', place: null })).toBe('ВКонтакте')
})

test.each([
  [5, 5, null],
  [0, 0, null],
  [8, 5, 'и ещё 3'],
])('of %d messages %d are shown', (count, shown, words) => {
  expect(restInWords(count, shown)).toBe(words)
})

test('moments as clocks of the person show them', () => {
  const now = new Date('2026-11-20T22:30:00Z')
  expect(momentInWords(new Date('2026-11-20T21:05:00Z'), now, 'Europe/Moscow')).toBe('00:05')
  expect(momentInWords(new Date('2026-11-20T20:05:00Z'), now, 'Europe/Moscow')).toBe('20 ноября, 23:05')
  expect(momentInWords(new Date('2026-11-20T20:05:00Z'), now, 'Asia/Omsk')).toBe('02:05')
})

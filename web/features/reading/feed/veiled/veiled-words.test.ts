import { describe, expect, it, test } from 'vitest'
import { hoursAgoInWords, veiledRestInWords, veiledInWords } from './veiled-words.ts'

const counted = { productType: 'category', sought: 'фотографа', messages: 14, people: 12, capped: false } as const

describe('how many', () => {
  it.each([
    [counted, '12 человек искали фотографа за три дня'],
    [{ ...counted, people: 1 }, '1 человек искал фотографа за три дня'],
    [{ ...counted, people: 3 }, '3 человека искали фотографа за три дня'],
    [{ ...counted, people: 21 }, '21 человек искал фотографа за три дня'],
    [{ ...counted, messages: 0, people: 0 }, 'За три дня сообщений «Фото» не было'],
    [{ ...counted, productType: 'project' as const, messages: 0 }, 'За три дня упоминаний «Фото» не было'],
    [{ ...counted, productType: 'group' as const, messages: 0 }, 'За три дня сообщений в ваших группах не было'],
    [{ ...counted, sought: null }, '14 сообщений «Фото» за три дня'],
    [{ ...counted, sought: null, messages: 1, people: 1 }, '1 сообщение «Фото» за три дня'],
    [
      { ...counted, messages: 1_000, capped: true },
      `Больше ${(1_000).toLocaleString('ru')} сообщений «Фото» за три дня`,
    ],
    [{ ...counted, productType: 'project' as const, sought: null, messages: 2 }, '2 упоминания «Фото» за три дня'],
    [
      { ...counted, productType: 'group' as const, sought: null, messages: 5 },
      '5 сообщений в ваших группах за три дня',
    ],
  ])('%j', (veiled, words) => {
    expect(veiledInWords(veiled, 'Фото')).toBe(words)
  })

  it('of a filter it is said that it is its own', () => {
    expect(veiledInWords(counted, 'Фото', true)).toBe('По этому фильтру: 12 человек искали фотографа за три дня')
    expect(veiledInWords({ ...counted, messages: 1_000, capped: true }, 'Фото', true)).toBe(
      `По этому фильтру: больше ${(1_000).toLocaleString('ru')} сообщений «Фото» за три дня`,
    )
    expect(veiledInWords({ ...counted, messages: 0 }, 'Фото', true)).toBe(
      'По этому фильтру за три дня сообщений «Фото» не было',
    )
  })

  const card = { network: 'vk', kind: 'post', publishedAt: '', place: null, length: 60, demo: false } as const
  it.each([
    [{ messages: 14, cards: [card, card, card], capped: false }, 'И ещё 11 сообщений'],
    [{ messages: 2, cards: [card], capped: false }, 'И ещё 1 сообщение'],
    [{ messages: 2, cards: [card, card], capped: false }, null],
    [{ messages: 5, cards: [], capped: false }, null],
    [{ messages: 1_000, cards: [card], capped: true }, 'И ещё больше 999 сообщений'],
  ])('beside the cards: %j', (veiled, words) => {
    expect(veiledRestInWords(veiled)).toBe(words)
  })
})

test.each([
  ['2026-11-20T12:00:00Z', 'меньше часа назад'],
  ['2026-11-20T11:00:00Z', '1 час назад'],
  ['2026-11-20T09:00:00Z', '3 часа назад'],
  ['2026-11-19T09:00:00Z', 'вчера'],
  ['2026-11-18T09:00:00Z', 'позавчера'],
])('written in the hour of %s: %s', (at, words) => {
  expect(hoursAgoInWords(at, new Date('2026-11-20T12:40:00Z'), 'Europe/Moscow')).toBe(words)
})

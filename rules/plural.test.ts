import { expect, test } from 'vitest'
import { dayForms, freshForms, messageForms, messagesInWords, plural } from './plural.ts'

test.each([
  [0, 'сообщений'],
  [1, 'сообщение'],
  [2, 'сообщения'],
  [4, 'сообщения'],
  [5, 'сообщений'],
  [11, 'сообщений'],
  [12, 'сообщений'],
  [14, 'сообщений'],
  [21, 'сообщение'],
  [22, 'сообщения'],
  [25, 'сообщений'],
  [100, 'сообщений'],
  [101, 'сообщение'],
  [111, 'сообщений'],
  [1002, 'сообщения'],
  [-1, 'сообщение'],
  [1.5, 'сообщения'],
])('%d %s', (count, form) => {
  expect(plural(count, messageForms)).toBe(form)
})

test('the words of the feed bar', () => {
  const words = [1, 2, 12, 21, 101].map((count) => `${count} ${plural(count, freshForms)}`)
  expect(words).toEqual(['1 новое', '2 новых', '12 новых', '21 новое', '101 новое'])
})

test('the days of a subscription', () => {
  const words = [1, 2, 5, 11, 21, 30].map((count) => `${count} ${plural(count, dayForms)}`)
  expect(words).toEqual(['1 день', '2 дня', '5 дней', '11 дней', '21 день', '30 дней'])
})

test('of a number that was counted no further it is said that there are more', () => {
  const words = [0, 1, 1_203, 10_000, 10_001].map((count) => messagesInWords(count, 10_000).replaceAll('\u00a0', ' '))
  expect(words).toEqual([
    '0 сообщений',
    '1 сообщение',
    '1 203 сообщения',
    '10 000 сообщений',
    'больше 10 000 сообщений',
  ])
})

import { expect, test } from 'vitest'
import { problemsOf } from '../../../../engine/data/data.samples.ts'
import { readLeadTopics, topicsOf } from './lead-topics.ts'

const read = (text: string) => readLeadTopics({ name: 'seeds/topics.txt', text }, new Set(['bakers', 'millers']))

test('topics are read by category, with the lists of their file', () => {
  const found = read('bread: хлеб |\n  батон\n[bakers]\nпекарь\n({bread}) (испечь | печет)\n[millers]\nмельник*')
  expect([...found]).toEqual([
    ['bakers', ['пекарь', '(хлеб | батон) (испечь | печет)']],
    ['millers', ['мельник*']],
  ])
})

test('mistakes are named by their lines', () => {
  expect(problemsOf(() => read('[cooks]\nповар\n[bakers]\nпекарь\nпекарь\n{bread}\n[bakers]\nхлеб'))).toEqual([
    'seeds/topics.txt:1: no category "cooks"',
    'seeds/topics.txt:5: "пекарь" stands at seeds/topics.txt:4 already',
    'seeds/topics.txt:6: there is no list "bread" in this file',
    'seeds/topics.txt:7: "bakers" again',
  ])
})

test('what people want names what a category is about, without the words of asking', () => {
  expect(
    topicsOf([
      { who: 'пекарь', whom: 'пекаря' },
      { who: 'мастер', whom: 'мастера', about: 'хлеб, батон' },
      { todo: 'испечь', does: 'печет', what: 'хлеб на заказ' },
      { service: 'помол', of: 'зерно' },
      { query: '"нужен" /4 каравай' },
    ]),
  ).toEqual([
    '(пекарь | пекаря)',
    '(мастер | мастера) (хлеб | батон)',
    '(испечь | печет) /8 ("хлеб на заказ")',
    '(помол) /4 (зерно)',
  ])
})

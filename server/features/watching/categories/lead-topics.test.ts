import { expect, test } from 'vitest'
import { problemsOf } from '../../../../engine/data/data.samples.ts'
import { readLeadTopics, topicsOf } from './lead-topics.ts'

const read = (text: string) => readLeadTopics({ name: 'seeds/topics.txt', text }, new Set(['bakers', 'millers']))

test('topics are read by category, with the lists of their file', () => {
  const found = read('bread: хлеб |\n  батон\n[bakers]\nпекарь\n({bread}) (испечь | печет)\n[millers]\nмельник*')
  expect([...found]).toEqual([
    ['bakers', ['пекарь', '(хлеб | батон) /8 (~испечь | печет)']],
    ['millers', ['мельник*']],
  ])
})

test('mistakes are named by their lines', () => {
  expect(problemsOf(() => read('[cooks]\nповар\n[bakers]\nпекарь\nпекарь\n{bread}\n[bakers]\nхлеб'))).toEqual([
    'seeds/topics.txt:1: no category "cooks"',
    'seeds/topics.txt:5: "пекарь" stands at seeds/topics.txt:4 already',
    'seeds/topics.txt:6: there is no list "bread" in this file',
    'seeds/topics.txt:6: Запрос пуст: напишите хотя бы одно слово.',
    'seeds/topics.txt:7: "bakers" again',
  ])
})

test('a word that names nothing, and a bracket that holds more than words, are mistakes with their lines', () => {
  const lines = [
    '[bakers]',
    'хлеб (кому | "кто" | печет)',
    '(хлеб | "на заказ") (испечь | "до")',
    '(хлеб /3 соль) (печет)',
    '(хлеб',
  ]
  expect(problemsOf(() => read(lines.join('\n')))).toEqual([
    'seeds/topics.txt:2: "кому" without quotes fits all its forms and names nothing',
    'seeds/topics.txt:4: brackets side by side hold words and phrases alone: write what stands near something in a line of its own',
    'seeds/topics.txt:5: Скобка не закрыта.',
  ])
})

test('brackets side by side stand near each other, whatever must not be there', () => {
  const found = read('[bakers]\n(хлеб | батон) ("печет" | испечь) -(вчера | "давно") | мука (белая)')
  expect(found.get('bakers')).toEqual(['(хлеб | батон) /8 ("печет" | ~испечь) -(вчера | "давно") | мука /8 белая'])
})

test('words of asking among what people want are no topic, and what speaks against a want does against its topic', () => {
  expect(
    topicsOf([
      { who: 'мастер', whom: 'кто, кого-нибудь, к кому, мастера', about: 'хлеб', without: 'продам, продаю' },
      { who: 'повар', whom: 'повара', about: 'хлеб', of: 'дом', amid: 'праздник' },
    ]),
  ).toEqual([
    '((мастер | мастера) /8 (хлеб)) -("продам" | "продаю")',
    '((повар | повара) /8 (хлеб) /8 (дом)) (праздник)',
  ])
})

test('an action is meant in both aspects', () => {
  const found = read('[bakers]\n(испечь | печь | кровать | "купить") (хлеб) | смолоть')
  expect(found.get('bakers')).toEqual(['(~испечь | печь | кровать | "купить") /8 хлеб | ~смолоть'])
  expect(topicsOf([{ todo: 'испечь, купить на вес', does: 'печет', what: 'хлеб' }])).toEqual([
    '(~испечь | "купить на вес" | печет) /8 (хлеб)',
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
    '(мастер | мастера) /8 (хлеб | батон)',
    '(~испечь | печет) /8 ("хлеб на заказ")',
    '(помол) /4 (зерно)',
  ])
})

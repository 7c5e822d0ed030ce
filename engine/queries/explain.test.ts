import { expect, test } from 'vitest'
import { createLanguage } from '../language/language.ts'
import type { Writing } from '../language/writings.ts'
import { explainQuery } from './explain.ts'
import { parseQuery } from './parse.ts'

const base = new Map([
  ['квартиры', 'квартира'],
  ['ищу', 'искать'],
])
const language = createLanguage({ lemmas: (form) => [base.get(form) ?? form] })

test.each([
  ['ремонт квартиры -вакансия', 'есть *ремонт* рядом с *квартира*, нет *вакансия*'],
  ['"кот"', 'есть *кот* (точно так)'],
  ['"под ключ" ремонт', 'есть *под ключ* (точно так) рядом с *ремонт*'],
  ['фотограф*', 'есть *фотограф…*'],
  ['ищу хороший мастер', 'есть *искать*, *хороший* и *мастер* рядом друг с другом'],
  ['ищу /5 мастер', 'есть *искать* не дальше чем через 4 слова от *мастер*'],
  ['ищу /2 мастер', 'есть *искать* не дальше чем через 1 слово от *мастер*'],
  ['ищу /6 мастер', 'есть *искать* не дальше чем через 5 слов от *мастер*'],
  ['(ищу | нужен) /1 мастер', 'есть (*искать* или *нужен*) вплотную к *мастер*'],
  ['(а | б) в -(г | д)', 'есть *а* или *б*, есть *в*, нет ни *г*, ни *д*'],
  ['а | б в', 'либо есть *а*; либо есть *б* рядом с *в*'],
  ['а -(б -в)', 'есть *а*, нет такого: (есть *б*, нет *в*)'],
])('%s', (text, expected) => {
  const result = parseQuery(text)
  if (!result.ok) throw new Error(result.mistakes[0]!.message)
  expect(explainQuery(result.query, language)).toBe(expected)
})

test.each([
  ['ищу веб-дизайнера', 'есть *искать* рядом с *веб-дизайнер* (и «веб дизайнер»)'],
  ['веб.дизайнер', 'есть *веб.дизайнер* (и «веб-дизайнер», «вебдизайнер», «webдизайнер»)'],
  ['"веб.дизайнер"', 'есть *веб дизайнер* (точно так)'],
  ['веб дизайнер', 'есть *веб* рядом с *дизайнер* (и «вебдизайнер», «webдизайнер»)'],
  ['веб /4 дизайнер', 'есть *веб* не дальше чем через 3 слова от *дизайнер* (и «вебдизайнер», «webдизайнер»)'],
  ['example.ru', 'есть *example.ru* (и его страницы)'],
  ['бренд', 'есть *бренд* (и всё, что с этого начинается)'],
  ['~сделать', 'есть *сделать* или *делать*'],
])('what is written instead: %s', (text, expected) => {
  const writings = new Map<string, Writing[]>([
    ['веб-дизайнера', [{ kind: 'row', forms: ['веб', 'дизайнер'] }]],
    [
      'веб дизайнер',
      [
        { kind: 'row', forms: ['вебдизайнер'] },
        { kind: 'row', forms: ['webдизайнер'] },
      ],
    ],
    ['example.ru', [{ kind: 'prefix', stem: 'example.ru/' }]],
    ['бренд', [{ kind: 'prefix', stem: '@brand' }]],
  ])
  const wide = createLanguage({
    lemmas: (form) => [base.get(form) ?? (form === 'веб-дизайнера' ? 'веб-дизайнер' : form)],
    writings: (forms) => writings.get(forms.join(' ')) ?? [],
    aspects: (form) => (form === 'сделать' ? ['делать'] : []),
  })
  const result = parseQuery(text)
  if (!result.ok) throw new Error(result.mistakes[0]!.message)
  expect(explainQuery(result.query, wide)).toBe(expected)
})

test('without a language words stay as they were written', () => {
  const result = parseQuery('ищу квартиры')
  expect(result.ok && explainQuery(result.query)).toBe('есть *ищу* рядом с *квартиры*')
})

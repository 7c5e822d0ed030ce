import { describe, expect, it, test } from 'vitest'
import { findQuestions, idOfHash, spansOf, wordsOf } from './find-questions.ts'
import { questionsOf } from './questions-of.ts'
import { questions } from './questions.ts'

test.each([
  ['#12', 12],
  ['#1', 1],
  ['', null],
  ['#', null],
  ['#twelve', null],
  ['#12a', null],
  ['#page=2', null],
  ['#12345678', null],
])('the hash «%s» opens %s', (hash, id) => expect(idOfHash(hash)).toBe(id))

describe('words', () => {
  const some = [
    { question: 'Как вернуть деньги?', answer: ['Напишите нам.', 'Вернём всё.'] },
    { question: 'Есть ли чек?', answer: ['Чек придёт на email.'] },
  ]
  const found = (typed: string): string[] => findQuestions(some, wordsOf(typed)).map(({ question }) => question)

  it('find questions and answers by the beginnings of words, whatever the letters', () => {
    expect(found('ВЕРНУТЬ')).toEqual(['Как вернуть деньги?'])
    expect(found('вернем')).toEqual(['Как вернуть деньги?'])
    expect(found('придет ема')).toEqual([])
    expect(found('придет e-')).toEqual(['Есть ли чек?'])
    expect(found('че')).toEqual(['Есть ли чек?'])
  })

  it('are all to be there, and none asks for nothing', () => {
    expect(found('деньги чек')).toEqual([])
    expect(found(' ?! ')).toEqual(some.map(({ question }) => question))
  })

  it('are marked where they stand, none twice', () => {
    expect(spansOf('Вернём, вернуть и не отвернём', wordsOf('верн вернем'))).toEqual([
      [0, 6],
      [8, 12],
    ])
    expect(spansOf('a.b (c)', wordsOf('.* ( c'))).toEqual([[5, 6]])
  })
})

test('each question has a number of its own, and pages find those they show', () => {
  expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length)
  expect(questionsOf(3, 1).map(({ id }) => id)).toEqual([3, 1])
})

import { expect, test } from 'vitest'
import type { ErrorDetails } from '../../../../contract/call.ts'
import { CallError } from '../../../kit/calls/call-error.ts'
import {
  findsOther,
  findPassedLimit,
  mistakesIn,
  mistakesOf,
  sameFields,
  savingErrorInWords,
} from './project-fields.ts'
import { project } from './project.samples.ts'

test('a field that holds too much is named with the limit of the server', () => {
  const refused = (details: ErrorDetails): CallError =>
    new CallError('VALIDATION_FAILED', 'Неверно заполнены поля', details)
  expect(savingErrorInWords(refused({ keyword: 'maxItems', dataPath: '/keywords', params: { limit: 21 } }))).toBe(
    'Неверно заполнены поля. Ключевые слова: не больше 21 фразы',
  )
  expect(
    savingErrorInWords(refused({ keyword: 'maxItems', dataPath: '/excludedKeywords', params: { limit: 300 } })),
  ).toBe('Неверно заполнены поля. Стоп-слова: не больше 300 фраз')
  expect(savingErrorInWords(refused({ keyword: 'maxLength', dataPath: '/name', params: { limit: 60 } }))).toBe(
    'Неверно заполнены поля',
  )
  expect(savingErrorInWords(new CallError('PROJECT_NOT_ACTIVE', 'Подписка на этот проект не действует'))).toBe(
    'Подписка на этот проект не действует',
  )
})

test('mistakes are reported at their place', () => {
  const reported = [{ field: 'keywords', index: 2, from: 0, to: 4, message: 'Скобка не закрыта' }]
  const mistakes = mistakesOf(new CallError('QUERY_INVALID', '', { mistakes: reported }))
  expect([...mistakesIn(mistakes, 'keywords')]).toEqual([[2, 'Скобка не закрыта']])
  expect(mistakesIn(mistakes, 'context').size).toBe(0)
  expect(mistakesOf(new CallError('NOT_FOUND', ''))).toEqual([])
})

test('another name alone finds nothing else', () => {
  expect(sameFields(project(), project())).toBe(true)
  expect(sameFields(project(), project({ name: 'Другое' }))).toBe(false)
  expect(findsOther(project(), project({ name: 'Другое' }))).toBe(false)
  expect(findsOther(project(), project({ neuralFilter: true }))).toBe(true)
})

test('too many phrases are reported before anything is asked', () => {
  expect(findPassedLimit(project())).toBeNull()
  expect(findPassedLimit(project({ context: Array.from({ length: 51 }, String) }))).toBe('Контекст: не больше 50 фраз')
})

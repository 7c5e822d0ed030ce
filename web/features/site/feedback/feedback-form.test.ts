import { describe, expect, test } from 'vitest'
import { CallError } from '../../../kit/calls/call-error.ts'
import { feedbackRules, filledForm, refusedField } from './feedback-form.ts'

describe('a form is filled', () => {
  test('from the address and from what is known of the person', () => {
    const search = `?subj=${encodeURIComponent('Тестовый доступ')}&msg=${encodeURIComponent('Прошу открыть.\nСпасибо & до связи')}`
    expect(filledForm(search, { username: 'Анна', email: 'anna@example.ru' })).toEqual({
      name: 'Анна',
      email: 'anna@example.ru',
      subj: 'Тестовый доступ',
      msg: 'Прошу открыть.\nСпасибо & до связи',
    })
  })

  test('with nothing for a guest, and for whoever came in without an e-mail', () => {
    expect(filledForm('', null)).toEqual({ name: '', email: '', subj: '', msg: '' })
    expect(filledForm('', { username: 'Анна', email: null }).email).toBe('')
  })

  test('with no more than may be sent', () => {
    expect(filledForm(`?subj=${'а'.repeat(300)}&msg=${'а'.repeat(6000)}`, null)).toMatchObject({
      subj: 'а'.repeat(200),
      msg: 'а'.repeat(5000),
    })
  })
})

test('an e-mail and a message have to be there', () => {
  expect([feedbackRules.email(''), feedbackRules.email('anna@'), feedbackRules.email('anna@example.ru')]).toEqual([
    'Некорректно введен email',
    'Некорректно введен email',
    null,
  ])
  expect([feedbackRules.msg(' \n'), feedbackRules.msg('Здравствуйте')]).toEqual(['Напишите сообщение', null])
})

test.each([
  [new CallError('VALIDATION_FAILED', '', { dataPath: '/email' }), 'email'],
  [new CallError('VALIDATION_FAILED', '', { dataPath: '/msg' }), 'msg'],
  [new CallError('VALIDATION_FAILED', '', { dataPath: '/from' }), undefined],
  [new CallError('RATE_LIMIT_EXCEEDED', ''), undefined],
  [new TypeError('x is undefined'), undefined],
])('%s is about %s', (error, field) => {
  expect(refusedField(error)?.field).toBe(field)
})

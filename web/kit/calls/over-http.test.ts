import { describe, expect, test } from 'vitest'
import { CallError, loadSentenceOf, ownError, resultOf, sentenceOf } from './call-error.ts'
import { readAnswer } from './over-http.ts'

describe('an answer', () => {
  const thrown = (run: () => unknown): CallError => {
    try {
      run()
    } catch (error) {
      if (error instanceof CallError) return error
      throw error
    }
    throw new Error('nothing was thrown')
  }

  test('gives its result', () => {
    expect(resultOf(readAnswer(200, '{"status":"ok","result":{"a":1}}'))).toEqual({ a: 1 })
  })

  test('gives its error with the sentence of the server and the details', () => {
    const answer = {
      status: 'error',
      type: 'refusal',
      code: 'VALIDATION_FAILED',
      message: 'Неверно заполнены поля',
      details: { dataPath: '/email' },
    }
    const error = thrown(() => resultOf(readAnswer(422, JSON.stringify(answer))))
    expect(error).toMatchObject({
      code: 'VALIDATION_FAILED',
      message: 'Неверно заполнены поля',
      details: { dataPath: '/email' },
    })
  })

  test('of a defect names the number to read out to support', () => {
    const error = thrown(() =>
      resultOf({ status: 'error', type: 'defect', code: 'CC-4f2a', message: 'Попробуйте позже' }),
    )
    expect(error.message).toBe(
      'Непредвиденная ошибка (ErrCode: CC-4f2a). Обратитесь в службу техподдержки. Попробуйте позже',
    )
    const whole = thrown(() => resultOf({ status: 'error', type: 'defect', code: 'CC-4f2a', message: error.message }))
    expect(whole.message).toBe(error.message)
  })

  test.each([
    [404, '', 'NOT_FOUND', 'Неправильный запрос'],
    [404, '<html>', 'NOT_FOUND', 'Неправильный запрос'],
    [500, '', 'SERVER_ERROR', 'Ошибка сервера'],
    [200, '', 'SERVER_ERROR', 'Ошибка сервера'],
    [200, 'null', 'SERVER_ERROR', 'Ошибка сервера'],
    [502, '', 'SERVER_ERROR', 'Ошибка сервера'],
    [503, '', 'SERVER_ERROR', 'Ошибка сервера'],
    [504, ' \n', 'SERVER_ERROR', 'Ошибка сервера'],
    [502, '<html>', 'NETWORK_ERROR', 'Проблема сети'],
  ])('%d %s is %s', (status, text, code, message) => {
    expect(thrown(() => readAnswer(status, text))).toMatchObject({ code, message })
  })

  test('whatever else is thrown has a sentence too', () => {
    expect(sentenceOf(new TypeError('x is undefined'))).toBe('Ошибка сервера')
  })

  test.each([
    [ownError('SERVER_ERROR'), 'Ошибка сервера: ошибка получения данных, обратитесь в службу поддержки'],
    [new TypeError('x is undefined'), 'Ошибка сервера: ошибка получения данных, обратитесь в службу поддержки'],
    [ownError('NETWORK_ERROR'), 'Проблема сети'],
    [ownError('FORBIDDEN'), 'Недостаточно прав'],
  ])('of a list that %s keeps away has a sentence', (error, sentence) => {
    expect(loadSentenceOf(error)).toBe(sentence)
  })
})

import { expect, test } from 'vitest'
import { refusedSentence } from './refused-sentence.ts'

test.each([
  ['NETWORK_SIGN_IN_CANCELLED', 'Вы отменили вход'],
  ['CC-00c0ffee', 'Непредвиденная ошибка (ErrCode: CC-00c0ffee). Обратитесь в службу техподдержки. Ошибка сервера'],
  ['CC-Позвоните по номеру', null],
  ['toString', null],
  ['', null],
])('%s in the address says %s', (code, sentence) => {
  expect(refusedSentence(code)).toBe(sentence)
})

import { expect, test } from 'vitest'
import { CallError } from './call-error.ts'
import { fieldError, formError } from './field-errors.ts'

const sentences = { email: 'Некорректно введен email', password: 'Не короче 8 символов' }
const owner = { EMAIL_ALREADY_REGISTERED: 'email' } as const
const invalid = (dataPath?: string) =>
  new CallError('VALIDATION_FAILED', 'Неверно заполнены поля', { keyword: 'format', dataPath })

test.each([
  ['of a field, as a JSON pointer', invalid('/email'), { field: 'email', sentence: sentences.email }],
  ['of a field, as a path', invalid('.password'), { field: 'password', sentence: sentences.password }],
  ['of a field that is not in the form', invalid('/timeZone'), { field: null, sentence: 'Неверно заполнены поля' }],
  ['of a field that no form has', invalid('/toString'), { field: null, sentence: 'Неверно заполнены поля' }],
  ['of no field', invalid(), { field: null, sentence: 'Неверно заполнены поля' }],
  ['with an owner', new CallError('EMAIL_ALREADY_REGISTERED', 'Уже занят'), { field: 'email', sentence: 'Уже занят' }],
  [
    'of the whole form',
    new CallError('CREDENTIALS_INVALID', 'Неверный email или пароль'),
    { field: null, sentence: 'Неверный email или пароль' },
  ],
])('an error %s', (_, error, found) => {
  expect(fieldError(error, sentences, owner)).toEqual(found)
})

test('what is no answer of the server is about no form', () => {
  expect(fieldError(new TypeError('x'), sentences)).toBeNull()
  expect(fieldError(null, sentences)).toBeNull()
})

test.each([
  [
    'of the whole form is shown above it',
    new CallError('CREDENTIALS_INVALID', 'Неверный email или пароль'),
    'Неверный email или пароль',
  ],
  ['of a field is shown there', new CallError('EMAIL_ALREADY_REGISTERED', 'Уже занят'), null],
  ['that asks for the captcha is shown by the captcha', new CallError('CAPTCHA_REQUIRED', 'Поставьте галочку'), null],
])('an error %s', (_, error, sentence) => {
  expect(formError(error, sentences, owner)).toBe(sentence)
})

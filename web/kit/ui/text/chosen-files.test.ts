import { expect, test } from 'vitest'
import { CallError } from '../../calls/call-error.ts'
import { bytesInWords } from './bytes-in-words.ts'
import { fileSentenceOf, withChosen } from './chosen-files.ts'

const KB = 1_024
const allowed = { field: 'files', most: 3, bytes: 10 * KB, total: 25 * KB, types: ['image/png', 'text/plain'] } as const
const file = (name: string, size = KB, type = 'image/png') => ({ name, size, type, lastModified: 7 })
const [one, two, three] = [file('1'), file('2'), file('3')]

test.each<[string, { name: string; size: number; type: string }[], string[], string | null]>([
  ['what fits', [three], ['1', '2', '3'], null],
  ['the same once more', [one, three], ['1', '2', '3'], null],
  ['one too many', [three, file('4')], ['1', '2', '3'], 'Можно приложить не больше 3 файлов'],
  ['what is too long, and what fits', [file('x', 10 * KB + 1), three], ['1', '2', '3'], '«x» больше 10 КБ'],
  ['what is empty', [file('x', 0)], ['1', '2'], '«x»: этот файл пустой'],
  [
    'what is of no use',
    [file('x', 9, 'video/mp4')],
    ['1', '2'],
    '«x» не подходит: можно приложить картинки, PDF и текст',
  ],
  ['what no one knows the type of', [file('x', 9, '')], ['1', '2', 'x'], null],
])('to two files is added %s', (_, added, names, mistake) => {
  const chosen = withChosen([one, two], added as (typeof one)[], allowed)
  expect([chosen.files.map(({ name }) => name), chosen.mistake]).toEqual([names, mistake])
})

test('together they are no longer than they may be', () => {
  const long = ['a', 'b', 'c'].map((name) => file(name, 10 * KB))
  const chosen = withChosen([], long, allowed)
  expect([chosen.files.length, chosen.mistake]).toEqual([2, 'Вместе файлы больше 25 КБ'])
})

test.each([
  [new CallError('FILE_TOO_LARGE', 'Файл слишком большой', { name: 'a.png' }), '«a.png»: файл слишком большой'],
  [new CallError('NETWORK_ERROR', 'Проблема сети'), 'Проблема сети'],
  [new TypeError('x'), 'Ошибка сервера'],
])('%s is described as %s', (error, sentence) => {
  expect(fileSentenceOf(error)).toBe(sentence)
})

test.each([
  [0, '0 Б'],
  [1023, '1 023 Б'],
  [1024, '1 КБ'],
  [348_160, '340 КБ'],
  [1_300_000, '1,2 МБ'],
])('%d bytes are %s', (bytes, words) => {
  expect(bytesInWords(bytes).replaceAll(/\s/g, ' ')).toBe(words)
})

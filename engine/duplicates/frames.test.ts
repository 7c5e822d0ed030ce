import { describe, expect, test } from 'vitest'
import { problemsOf, shippedWordPrintLists } from '../data/data.samples.ts'
import { readFrames } from './frames.ts'
import { createWordPrinter } from './word-print.ts'

const wordPrint = createWordPrinter(shippedWordPrintLists())
const POST = 'Ищу швею в Сортавале, подшить шторы и укоротить брюки'

describe('frames', () => {
  test.each([
    ['a greeting', `Всем добрый день! ${POST}`],
    ['whom it is for, and a greeting', `Девочки, привет! ${POST}`],
    ['a greeting and whom it is for', `Доброго времени суток, уважаемые соседи! ${POST}`],
    ['what is asked of the group', `Здравствуйте, админ, опубликуйте, пожалуйста, анонимно. ${POST}`],
    ['a rest that is folded away', `${POST}… Показать ещё`],
    ['where to write', `${POST}. Пишите в комментарии или в личку`],
    ['thanks and a name', `${POST}. Буду признательна за ответ, Ольга`],
    ['whom of a place it is for', `Уважаемые жители посёлка! ${POST}`],
    ['a name with its title', `${POST}. Ваша Юля`],
    ['a trade before a name', `${POST}. Мастер Ирина`],
    ['a name alone', `${POST}. Наталья`],
    ['when to call', `${POST}. Звоните до 21`],
    ['a name and a patronymic', `${POST}. С уважением, Николай Петрович`],
  ])('are no words of a text: %s', (_, text) => {
    expect(wordPrint(text)).toEqual(wordPrint(POST))
  })

  test.each([
    ['a name beside a number', 'Тел. 8 900 123-45-67 Сергей', 'Тел. 8 900 123-45-67'],
    ['a name before a number', 'Звонить Елене 8-900-123-45-67', '89001234567'],
    ['a name in a sentence of its own before a number', 'Анна, 8-900-123-45-67', '89001234567'],
    ['a name behind a number', '+7 900 123 45 67, Марина', '+7 900 123 45 67'],
  ])('hold %s', (_, signature, number) => {
    expect(wordPrint(`${POST}. ${signature}`)).toEqual(wordPrint(`${POST}. ${number}`))
  })

  test.each([
    ['of whom a text is about', `Ищу отзывы о мастере Ольге: шьёт шторы, брюки, платья`, 'Ольге', 'Марине'],
    ['of a place before a number', 'Сдам комнату на улице Ленина, звоните: 8 900 123-45-67', 'Ленина', 'Кирова'],
    ['that is no name, but like one', 'Продам в деревне Каменка с доставкой сено, 8 900 123-45-67', 'сено', 'зерно'],
    ['of a trade', 'Требуется администратор в салон красоты, звоните Ольге', 'администратор', 'косметолог'],
  ])('hold no word %s', (_, text, word, another) => {
    expect(wordPrint(text)).not.toEqual(wordPrint(text.replace(word, another)))
  })

  test('mistakes are reported with file and line', () => {
    const text = '[around]\nПривет\nпривет, привета\n[signature]\nтел.\n[address]\nсоседи'
    expect(problemsOf(() => readFrames([{ name: 'duplicates/frames.txt', text }]))).toEqual([
      'duplicates/frames.txt: no section "titles"',
      'duplicates/frames.txt: no section "names"',
      'duplicates/frames.txt:2: write "привет", not "Привет"',
      'duplicates/frames.txt:3: a word with the stem "привет" stands at duplicates/frames.txt:2 already',
      'duplicates/frames.txt:5: not words parted by single spaces: тел.',
    ])
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { growth } from '../growth.samples.ts'
import { fold, tokenise } from './tokenise.ts'
import { lawRuns } from '../../tools/law-runs.ts'

/** form, place, sentence of every token, pictures and all */
function read(text: string): string {
  return tokenise(text)
    .map((token) => `${token.form}:${token.position}`)
    .join(' ')
}

function forms(text: string): string[] {
  return tokenise(text).map((token) => token.form)
}

function sentences(text: string): string {
  return Object.values(Object.groupBy(tokenise(text), (token) => token.sentence))
    .map((tokens) => tokens!.map((token) => token.form).join(' '))
    .join(' / ')
}

describe('words', () => {
  test.each([
    ['Ёлка ПОД ёлкой', 'елка:0 под:1 елкой:2'],
    ['за\u0301мок и\u0306од сло\u00adво не\u200bвидимка', 'замок:0 йод:1 слово:2 невидимка:3'],
    ['c++ С++ c# C#.', 'c++:0 c++:1 c#:2 c#:3'],
    ['notepad++ да++ с+', 'notepad++:0 да:1 с:2'],
    ['1С 1C 1c:бухгалтерия 3D 5к', '1с:0 1с:1 1с:2 бухгалтерия:3 3d:4 5к:5'],
    ['пишу на .NET, .net', 'пишу:0 на:1 .net:2 .net:3'],
    ['node.js т.д', 'node:0 js:1 т:2 д:3'],
    ["don’t D'Artagnan 'да' devops’у", "don't:0 d'artagnan:1 да:2 devops:3 у:4"],
    ['café Café CAFE\u0301', 'cafe:0 cafe:1 cafe:2'],
    ['квартира/дом, кот(пёс)', 'квартира:0 дом:1 кот:2 пес:3'],
    ['', ''],
    ['  \n —  !!', ''],
  ])('%j', (text, expected) => {
    expect(read(text)).toBe(expected)
  })

  test('Latin letters among Cyrillic ones are unmasked, real mixtures are not', () => {
    expect(forms('cпам Mосква ВAKАНСИЯ')).toEqual(['спам', 'москва', 'вакансия'])
    expect(forms('vkшный iOSник TOP-модель')).toEqual(['vkшный', 'iosник', 'top-модель', 'top', 'модель'])
    expect(forms('cop PEMOHT')).toEqual(['cop', 'pemoht'])
  })

  test('full-width and mathematical letters are plain letters', () => {
    expect(forms('ｓａｌｅ 𝐁𝐨𝐥𝐝')).toEqual(['sale', 'bold'])
  })
})

describe('compounds', () => {
  test('stand whole beside their first part', () => {
    expect(read('Москва-Питер кто-нибудь')).toBe('москва-питер:0 москва:0 питер:1 кто-нибудь:2 кто:2 нибудь:3')
    expect(read('web_reg, _слово_ —слово- 8-900-12')).toBe(
      'web_reg:0 web:0 reg:1 слово:2 слово:3 8-900-12:4 8:4 900:5 12:6',
    )
  })

  test('have offsets for the whole and for the parts', () => {
    const text = 'в Интернет‑магазине'
    expect(tokenise(text).map((token) => [token.form, text.slice(token.start, token.end), token.kind])).toEqual([
      ['в', 'в', 'word'],
      ['интернет-магазине', 'Интернет‑магазине', 'word'],
      ['интернет', 'Интернет', 'word'],
      ['магазине', 'магазине', 'word'],
    ])
  })
})

describe('hashtags, names, addresses, numbers, pictures', () => {
  test.each([
    [
      '#Ремонт',
      [
        ['#ремонт', 'hashtag', 0],
        ['ремонт', 'word', 0],
      ],
    ],
    [
      '#ищу_фотографа срочно',
      [
        ['#ищу_фотографа', 'hashtag', 0],
        ['ищу', 'word', 0],
        ['фотографа', 'word', 1],
        ['срочно', 'word', 2],
      ],
    ],
    [
      'дом#тег#тег2',
      [
        ['дом', 'word', 0],
        ['#тег', 'hashtag', 1],
        ['тег', 'word', 1],
        ['#тег2', 'hashtag', 2],
        ['тег2', 'word', 2],
      ],
    ],
    [
      '#тег@club',
      [
        ['#тег', 'hashtag', 0],
        ['тег', 'word', 0],
        ['@club', 'mention', 1],
      ],
    ],
    [
      '@Ivan.Petrov, @имя',
      [
        ['@ivan.petrov', 'mention', 0],
        ['@имя', 'mention', 1],
      ],
    ],
    [
      'https://VK.com/Wall-1_2?w=a, да',
      [
        ['vk.com/wall-1_2?w=a', 'url', 0],
        ['да', 'word', 1],
      ],
    ],
    [
      '(www.site.ru/) http://localhost:80/a',
      [
        ['site.ru', 'url', 0],
        ['http://localhost:80/a', 'url', 1],
      ],
    ],
    [
      'пишите на Ivan.P@mail.ru.',
      [
        ['пишите', 'word', 0],
        ['на', 'word', 1],
        ['ivan.p@mail.ru', 'url', 2],
      ],
    ],
    [
      '10,5 10.50 12.05.2024 1,2,3 2.5млн',
      [
        ['10.5', 'number', 0],
        ['10.50', 'number', 1],
        ['12.05.2024', 'number', 2],
        ['1', 'number', 3],
        ['2', 'number', 4],
        ['3', 'number', 5],
        ['2.5млн', 'word', 6],
      ],
    ],
    [
      '🔥 ремонт👍🏽 ❤️',
      [
        ['🔥', 'emoji', 0],
        ['ремонт', 'word', 0],
        ['👍', 'emoji', 1],
        ['❤', 'emoji', 1],
      ],
    ],
    [
      '👩‍👩‍👧🇷🇺 1️⃣',
      [
        ['👩‍👩‍👧', 'emoji', 0],
        ['🇷🇺', 'emoji', 0],
        ['1', 'number', 0],
      ],
    ],
  ])('%j', (text, expected) => {
    expect(tokenise(text).map((token) => [token.form, token.kind, token.position])).toEqual(expected)
  })
})

describe('sentences', () => {
  test.each([
    ['Ищу мастера. Срочно! Кто? Да… вот', 'ищу мастера / срочно / кто / да / вот'],
    ['Первая\nвторая\r\n\r\nтретья', 'первая / вторая / третья'],
    ['г. Москва, ул. Ленина, д. 5, кв. 6', 'г москва ул ленина д 5 кв 6'],
    ['т.е. вот, т. к. надо. Это я. Да', 'т е вот т к надо / это я / да'],
    ['стулья, столы и т.д. и т.п. за 100 руб. за штуку', 'стулья столы и т д и т п за 100 руб за штуку'],
    ['А. С. Пушкин родился. Он', 'а с пушкин родился / он'],
    ['А.С.Пушкин', 'а с пушкин'],
    ['мастера.Звоните!Ждём', 'мастера / звоните / ждем'],
    ['Яндекс.Такси опоздало.Ждём. Ул.Звёздная', 'яндекс такси опоздало / ждем / ул звездная'],
    ['node.js и сайт mail.ru. Дальше', 'node js и сайт mail.ru / дальше'],
    ['(Нет!) «Да.» И', 'нет / да / и'],
    ['Привет! 🔥 Как', 'привет / 🔥 как'],
    ['вот..так', 'вот так'],
  ])('%j', (text, expected) => {
    expect(sentences(text)).toBe(expected)
  })
})

const rough = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'ремонт',
        'Ёж',
        'c++',
        '1С',
        '#',
        '@',
        '.net',
        '-',
        '_',
        ' ',
        '\n',
        '. ',
        '!',
        '"',
        "'",
        '’',
        ',',
        '5',
        '🔥',
        '👍🏽',
        '\u0301',
        '\u00ad',
        '\u200d',
        'http://',
        'ya.ru',
        '/',
        '(',
        ')',
        'a',
        'B',
        'с',
        '+',
        '++',
        'İ',
        'ﬁ',
        '𝐁',
        '\ud83d',
        'ʼ',
        ':',
        'www.',
        '?',
        'ᴀ',
        'ʙ',
        'ᴨ',
        'ᴅ',
        'α',
        'Η',
        'η',
        'v',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 14 },
  )
  .map((pieces) => pieces.join(''))

describe('whatever the text', () => {
  test('offsets lie in it, places and sentences only grow', () => {
    fc.assert(
      fc.property(rough, (text) => {
        let position = 0
        let sentence = 0
        for (const token of tokenise(text)) {
          expect(token.form).not.toBe('')
          expect(token.start).toBeLessThan(token.end)
          expect(token.end).toBeLessThanOrEqual(text.length)
          expect(token.position).toBeGreaterThanOrEqual(position)
          expect(token.sentence === sentence || token.sentence === sentence + 1).toBe(true)
          position = token.position
          sentence = token.sentence
        }
      }),
      { numRuns: lawRuns(1000) },
    )
  })

  test('a form read again is one token of the same form', () => {
    fc.assert(
      fc.property(rough, (text) => {
        for (const { form, kind } of tokenise(text)) {
          const [again] = tokenise(form)
          expect([again?.form, again?.kind, again?.start, again?.end]).toEqual([form, kind, 0, form.length])
          if (kind === 'word' || kind === 'number') expect(fold(form)).toBe(form)
        }
      }),
      { numRuns: lawRuns(1000) },
    )
  })

  test('hostile text takes linear time', () => {
    const hostile = [
      'a.',
      'ё.',
      '.ﬁ',
      'www.',
      '1.',
      '.',
      '!',
      'а-',
      '@a',
      '#',
      'a@',
      'ya.ru/)',
      'ya.ru/(',
      'ya.ru/?',
      'http://a',
      '\u0301',
      '🔥',
      "а'",
      'т.',
      'a://',
    ]
    for (const piece of hostile)
      expect(
        growth((size) => tokenise(piece.repeat(size)), 2_000),
        piece,
      ).toBeLessThan(32)
  })
})

test('fold makes of one word what the tokeniser makes of it', () => {
  expect(fold('ЁЖИК')).toBe('ежик')
  expect(fold('Кто‑Нибудь')).toBe('кто-нибудь')
  expect(fold('за\u0301мок')).toBe('замок')
  expect(fold('1\u200bC')).toBe('1с')
})

test.each([
  ['Обрᴀтиᴛе', 'обратите'],
  ['ʙнимᴀниᴇ', 'внимание'],
  ['ᴋᴏᴍᴨᴀнии', 'компании'],
  ['межгорᴏду', 'межгороду'],
  ['ᴧичным', 'личным'],
  ['выбирaᴇɯь', 'выбираешь'],
  ['деʜь', 'день'],
  ['вишƜя', 'вишшя'],
  ['Πpивeт', 'привет'],
  ['зαραбοтοκ', 'заработок'],
  ['Ηедорого', 'недорого'],
  // No mask: a word of one script, and a letter that is nothing but Latin or Greek.
  ['ʟᴏᴠᴇ', 'love'],
  ['ᴀᴛᴏᴍ', 'atom'],
  ['λόγος', 'λόγος'],
  ['α-частица', 'α-частица'],
  ['vkᴏнтакте', 'vkoнтакте'],
  ['ωмега', 'ωмега'],
])('letters in disguise: %s', (word, folded) => {
  expect(fold(word)).toBe(folded)
  expect(tokenise(word)[0]!.form).toBe(folded)
})

import { describe, expect, test } from 'vitest'
import { actionButtons, noticeReply, textPieces } from './card.ts'
import { readCommand } from './commands.ts'
import { sampleMessage, sampleNotice } from './messengers.samples.ts'
import { stopWordsOf } from './stop-words.ts'

describe('the text of a message', () => {
  const draw = (text: string, spans: number[], most = 100): string =>
    textPieces({ text, spans }, most)
      .map((piece) => (piece.bold ? `[${piece.text}]` : piece.text))
      .join('')

  test.each<[text: string, spans: number[], most: number, drawn: string]>([
    ['Ищу фотографа', [4, 13], 100, 'Ищу [фотографа]'],
    ['Ищу фотографа', [], 100, 'Ищу фотографа'],
    ['фото и видео', [0, 4, 7, 12], 100, '[фото] и [видео]'],
    // Spans that touch, lie in each other or behind the end.
    ['фотовидео', [0, 4, 2, 6, 4, 99], 100, '[фото][ви][део]'],
    ['', [0, 4], 100, 'Сообщение без текста'],
    [' \n', [], 100, 'Сообщение без текста'],
    ['один два три', [5, 8, 9, 12], 8, 'один [два]…'],
    ['один два три', [5, 12], 10, 'один [два]…'],
    ['💍💍💍', [], 3, '💍…'],
    [`${'щ'.repeat(50)} конец`, [0, 60], 50, `[${'щ'.repeat(50)}]…`],
  ])('%j with %j in %i letters', (text, spans, most, drawn) => {
    expect(draw(text, spans, most)).toBe(drawn)
  })
})

test('an alarm leads where it says, on the site', () => {
  const alarm = { kind: 'silence', title: 'Тихо', text: 'Три дня', url: '/feed?filter=7' } as const
  const { buttons } = noticeReply(sampleNotice({ kind: 'alarm', messages: [], count: 0, alarm }), {
    siteUrl: 'https://echolot.example',
    now: new Date('2026-11-20T12:00:00Z'),
  })
  expect(buttons).toEqual([[{ text: 'Открыть', url: 'https://echolot.example/feed?filter=7' }]])
})

test('of a notice whose messages are gone its count is left', () => {
  const context = { siteUrl: 'https://echolot.example', now: new Date('2026-11-20T12:00:00Z') }
  const { pieces, buttons } = noticeReply(sampleNotice({ messages: [], count: 3 }), context)
  expect(pieces.map(({ text }) => text).join('')).toBe('3 новых: Фотографы')
  expect(buttons.flat().map(({ text }) => text)).toEqual(['Открыть ленту'])
})

test('a message has its four actions', () => {
  expect(actionButtons(5, 7, 'https://echolot.example').flat()).toEqual([
    { text: 'В избранное', press: 'f:5:7' },
    { text: 'Не моё', press: 'n:5:7' },
    { text: 'Взять в работу', press: 't:5:7' },
    { text: 'Открыть', url: 'https://echolot.example/feed?message=5' },
  ])
})

describe('words to hide', () => {
  const words = (text: string, spans: number[] = []): string[] => stopWordsOf(sampleMessage({ text, spans }))

  test('are the longest, in the order of the text, each once', () => {
    expect(words('Продаю аппаратуру, продаю штативы и чехлы для объектива')).toEqual([
      'продаю',
      'аппаратуру',
      'штативы',
      'объектива',
    ])
  })

  test('are none by which the message fits, none that say nothing, none that are short', () => {
    expect(words('Ищу фотографа, подскажите, пожалуйста, кто снимает', [4, 13])).toEqual(['снимает'])
    expect(words('Кто тут? Я. 12345 67890 ✨')).toEqual([])
  })
})

describe('a command', () => {
  test.each([
    ['/today', 'today', ''],
    ['/TODAY@echolot_bot', 'today', ''],
    ['Сегодня', 'today', ''],
    ['сегодня!', 'today', ''],
    ['/pause 1ч', 'pause', '1ч'],
    ['пауза до утра', 'pause', 'до утра'],
    ['/start AbC-_1', 'link', 'AbC-_1'],
    ['/start', 'help', ''],
    ['Начать', 'help', ''],
    ['стоп', 'stop', ''],
  ])('%s', (text, name, rest) => {
    expect(readCommand(text)).toEqual({ name, rest })
  })

  test.each(['', '/', 'привет', '/unknown', 'а сегодня что?', '/start@'])('«%s» is none', (text) => {
    expect(readCommand(text)).toBeNull()
  })
})

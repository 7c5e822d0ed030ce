import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldText, highlightSpans, type Span } from './highlight-spans.ts'

const shown = (text: string, spans: Span[], from?: number, to?: number): string =>
  highlightSpans(text, spans, from, to)
    .map((piece) => (piece.highlighted ? `[${piece.text}]` : piece.text))
    .join('')

describe('marking', () => {
  test.each<[string, Span[], string]>([
    ['ищу фотографа', [], 'ищу фотографа'],
    ['ищу фотографа', [[0, 3]], '[ищу] фотографа'],
    ['ищу фотографа', [[4, 13]], 'ищу [фотографа]'],
    [
      'ищу фотографа',
      [
        [0, 3],
        [4, 13],
      ],
      '[ищу] [фотографа]',
    ],
    [
      'ищу фотографа',
      [
        [4, 13],
        [0, 3],
      ],
      '[ищу] [фотографа]',
    ],
    ['ищу фотографа', [[0, 13]], '[ищу фотографа]'],
    ['ищу', [[1, 99]], 'и[щу]'],
    ['ищу', [[50, 99]], 'ищу'],
    ['ищу', [[2, 2]], 'ищу'],
    [
      'абвг',
      [
        [0, 3],
        [1, 4],
      ],
      '[абв][г]',
    ],
    ['🎂 торт', [[3, 7]], '🎂 [торт]'],
    ['', [[0, 3]], ''],
  ])('%j %j', (text, spans, marked) => {
    expect(shown(text, spans)).toBe(marked)
  })

  test('of other words quietly, where nothing else is marked', () => {
    const pieces = highlightSpans('нужен фотограф на свадьбу', [[0, 14]], 3, 22, [
      [6, 17],
      [18, 25],
    ])
    expect(pieces).toEqual([
      { text: 'ен фотограф', highlighted: true },
      { text: ' на', highlighted: true, quiet: true },
      { text: ' ', highlighted: false },
      { text: 'свад', highlighted: true, quiet: true },
    ])
  })

  test('of a part of the text', () => {
    expect(
      shown(
        'нужен хороший фотограф',
        [
          [0, 5],
          [14, 22],
        ],
        3,
        18,
      ),
    ).toBe('[ен] хороший [фото]')
  })

  test('law: the pieces together are the text', () => {
    const span = fc.tuple(fc.nat(40), fc.nat(40)).map(([start, end]): Span => [start, end])
    fc.assert(
      fc.property(fc.string({ maxLength: 30, unit: 'grapheme' }), fc.array(span, { maxLength: 4 }), (text, spans) => {
        expect(
          highlightSpans(text, spans)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(text)
      }),
    )
  })
})

describe('folding', () => {
  const words = (count: number): string => Array.from({ length: count }, (_, index) => `слово${index}`).join(' ')

  test('leaves a short text whole', () => {
    expect(foldText('ищу фотографа', [[0, 3]])).toEqual([[0, 13]])
  })

  test('cuts a long text between words', () => {
    const text = words(200)
    const [part, ...more] = foldText(text, [[0, 6]])
    expect(more).toEqual([])
    expect(part?.[0]).toBe(0)
    expect(text.charAt(part?.[1] ?? 0)).toBe(' ')
    expect(part?.[1]).toBeLessThanOrEqual(460)
  })

  test('cuts a text of many lines', () => {
    const text = Array.from({ length: 40 }, (_, index) => `строка ${index}`).join('\n')
    const [part] = foldText(text, [])
    expect(text.slice(0, part?.[1]).split('\n')).toHaveLength(9)
  })

  test('shows the place that matched even when it lies far down', () => {
    const text = `${words(120)} ищу фотографа ${words(60)}`
    const start = text.indexOf('ищу фотографа')
    const parts = foldText(text, [[start, start + 13]])
    expect(parts).toHaveLength(2)
    const [, around] = parts
    expect(text.slice(...(around ?? [0, 0]))).toContain('ищу фотографа')
    expect(text.charAt((around?.[0] ?? 0) - 1)).toBe(' ')
  })

  test('does not cut an emoji in two', () => {
    const text = '😀'.repeat(800)
    for (const shift of ['', 'а']) {
      const part = foldText(shift + text, [])[0]
      expect((shift + text).slice(...(part ?? [0, 0])).isWellFormed()).toBe(true)
    }
  })

  test('law: parts are in order, inside the text, and hold the first match', () => {
    const text = fc.string({ minLength: 0, maxLength: 3000, unit: fc.constantFrom('а', 'б', ' ', '\n', '😀') })
    fc.assert(
      fc.property(text, fc.nat(3000), fc.integer({ min: 1, max: 60 }), (written, start, length) => {
        const end = Math.min(written.length, start + length)
        const spans: Span[] = start < end ? [[start, end]] : []
        const parts = foldText(written, spans)
        let at = -1
        for (const [from, to] of parts) {
          expect(from).toBeGreaterThan(at)
          expect(to).toBeGreaterThanOrEqual(from)
          expect(to).toBeLessThanOrEqual(written.length)
          at = to
        }
        if (spans.length > 0) expect(parts.some(([from, to]) => from <= start && to >= end)).toBe(true)
      }),
    )
  })
})

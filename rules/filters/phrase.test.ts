import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { phraseOf, phraseSpans, plainPhrase } from './phrase.ts'

describe('a plain text', () => {
  test.each([
    ['', '  '],
    ['Ремонт', ' ремонт '],
    ['Ёлка — «под ключ»!', ' елка под ключ  '],
    ['…10 м², iPhone\n', '  10 м iphone  '],
    ['🔥 ремо́нт', '  ремо нт '],
  ])('of %j', (text, plain) => {
    expect(plainPhrase(text)).toBe(plain)
  })
})

describe('a phrase', () => {
  test.each([
    ['"ремонт кухни"', ' ремонт кухни '],
    ['"Ёлки, палки"', ' елки палки '],
    ['"кафе-бар"', ' кафе бар '],
    ['"ремонт"', null],
    ['ремонт кухни', null],
    ['"!!! ???"', null],
    ['""', null],
  ])('of %j', (word, phrase) => {
    expect(phraseOf(word)).toBe(phrase)
  })

  it('is found wherever its words stand next to each other, whatever is between them', () => {
    const text = 'Ремонт кухни: ремонт-кухни, ремонт кухни, ремонт старой кухни, ремонт кухнища'
    const found = phraseSpans(text, ' ремонт кухни ').map(([start, end]) => text.slice(start, end))
    expect(found).toEqual(['Ремонт кухни', 'ремонт-кухни', 'ремонт кухни'])
  })

  it('is found exactly when the plain text holds it', () => {
    const text = fc.string({ unit: fc.constantFrom('а', 'ё', 'Б', ' ', ',', '🔥', 'z', '1'), maxLength: 20 })
    fc.assert(
      fc.property(text, text, (one, other) => {
        const phrase = phraseOf(`"${other}"`)
        if (phrase === null) return
        const spans = phraseSpans(one, phrase)
        expect(spans.length > 0).toBe(plainPhrase(one).includes(phrase))
        for (const [start, end] of spans) expect(plainPhrase(one.slice(start, end))).toBe(phrase)
      }),
    )
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Span } from './highlight-spans.ts'
import { textLine } from './text-line.ts'

const story = 'Живём тут третий год, всё хорошо, соседи отличные, двор зелёный, но вот беда, кран потёк. '

test('a short text and an early match are shown from the beginning', () => {
  expect(textLine('Ищу фотографа', [[0, 3]])).toEqual([0, 13])
  expect(textLine(`Ищу фотографа. ${story}`, [[0, 13]])[0]).toBe(0)
  expect(textLine(story.repeat(3), [])[0]).toBe(0)
})

test('a match far on stands near the beginning of what is shown, which begins with a word', () => {
  const text = `${story.repeat(4)}Посоветуйте сантехника`
  const at = text.indexOf('Посоветуйте')
  const [from, to] = textLine(text, [[at, at + 11]])
  expect(at - from).toBeGreaterThan(0)
  expect(at - from).toBeLessThanOrEqual(36)
  expect(text.charAt(from - 1)).toBe(' ')
  expect(to).toBe(text.length)
})

test('the first match counts, wherever it stands in the list', () => {
  const text = story.repeat(4)
  expect(
    textLine(text, [
      [300, 305],
      [0, 5],
    ])[0],
  ).toBe(0)
})

test('law: what is shown lies inside the text, holds the beginning of the first match, and halves no emoji', () => {
  const written = fc.string({ maxLength: 1500, unit: fc.constantFrom('а', 'б', ' ', '\n', '😀') })
  fc.assert(
    fc.property(written, fc.nat(1500), (text, start) => {
      const at = Math.min(start, Math.max(0, text.length - 1))
      const spans: Span[] = text.length > 0 && text.slice(0, at).isWellFormed() ? [[at, at + 1]] : []
      const [from, to] = textLine(text, spans)
      expect(from).toBeGreaterThanOrEqual(0)
      expect(to).toBeLessThanOrEqual(text.length)
      expect(text.slice(from, to).isWellFormed()).toBe(true)
      if (spans.length > 0) expect(from <= at && at < to).toBe(true)
    }),
  )
})

import { describe, expect, test } from 'vitest'
import { stemOf } from './meaning.ts'
import { createKindReader, NO_KIND } from './word-kinds.ts'

const readKind = createKindReader()
const kindOf = (form: string): number => readKind(form, stemOf(form))

describe('the kind of a word', () => {
  test.each([
    ['сантехника', 'плиточнику', 'приемщиков'],
    ['курс', 'туториала', 'книгу'],
    ['диван', 'коляску', 'квартиры'],
    ['соседи', 'ребята', 'коллеги'],
  ])('is the same for %s, %s and %s', (...words) => {
    const kinds = new Set(words.map(kindOf))
    expect(kinds.size).toBe(1)
    expect(kinds).not.toContain(NO_KIND)
  })

  test('tells who does from what is done, bought or read', () => {
    const kinds = ['электрик', 'ремонт', 'починить', 'клиника', 'диван', 'курс', 'сервер', 'экзамен', 'собрание'].map(
      kindOf,
    )
    expect(new Set(kinds).size).toBe(kinds.length)
  })

  test('what is over is told by its form: починили is done, починить is to be done', () => {
    expect(kindOf('починили')).not.toBe(kindOf('починить'))
    expect(kindOf('починили')).toBe(kindOf('нашли'))
  })

  test('is none for a word no list holds', () => {
    expect(kindOf('абракадабра')).toBe(NO_KIND)
  })
})

import { describe, expect, test } from 'vitest'
import { problemsOf, shippedWordLists } from '../data/data.samples.ts'
import { readWordLists, wordListFiles } from './word-lists.ts'

const read = (...texts: string[]) => readWordLists(wordListFiles.map((name, at) => ({ name, text: texts[at] ?? '' })))

describe('word lists', () => {
  test('are read from their files', () => {
    const lists = read('руб: рубль\nтыс: тысяча', '# Phones\niphone: айфон\nxiaomi: сяоми, ксиаоми', 'дел: деть')
    expect([...lists.abbreviations]).toEqual([
      ['руб', 'рубль'],
      ['тыс', 'тысяча'],
    ])
    expect([...lists.brands]).toEqual([
      ['айфон', 'iphone'],
      ['сяоми', 'xiaomi'],
      ['ксиаоми', 'xiaomi'],
    ])
    expect([...lists.rareReadings]).toEqual([['дел', ['деть']]])
  })

  test('are refused with file and line of every mistake', () => {
    expect(
      problemsOf(() =>
        read('руб\nкм: километр, километра', 'iPhone: айфон\nhonor: айфон, хонор,', 'дел: деть\nдел: дело\nтёс: тёс'),
      ),
    ).toEqual([
      'language/abbreviations.txt:1: not written as "key: value": руб',
      'language/abbreviations.txt:2: "км" stands for more than one word',
      'language/brands.txt:1: write "iphone", not "iPhone"',
      'language/brands.txt:2: a comma with nothing beside it: айфон, хонор,',
      'language/brands.txt:2: "айфон" stands at language/brands.txt:1 already',
      'language/rare-readings.txt:2: "дел" stands at language/rare-readings.txt:1 already',
      'language/rare-readings.txt:3: write "тес", not "тёс"',
      'language/rare-readings.txt:3: write "тес", not "тёс"',
    ])
  })

  test('are shipped without a mistake', () => {
    const { abbreviations, brands, rareReadings } = shippedWordLists()
    expect(abbreviations.get('руб')).toBe('рубль')
    expect(brands.get('айфон')).toBe('iphone')
    expect(rareReadings.size).toBeGreaterThan(300)
  })
})

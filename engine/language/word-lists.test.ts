import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { problemsOf, shippedWordLists } from '../data/data.samples.ts'
import { openDictionary } from './az.ts'
import { readWordLists, wordListFiles } from './word-lists.ts'

const read = (...texts: string[]) => readWordLists(wordListFiles.map((name, at) => ({ name, text: texts[at] ?? '' })))
const readOnly = (file: string, text: string) =>
  readWordLists(wordListFiles.map((name) => ({ name, text: name === `language/${file}.txt` ? text : '' })))

const shippedLines = (): string[] =>
  readFileSync(`${import.meta.dirname}/../data/language/newer-words.txt`, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

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

  test('of several spellings keep one that stands for all, in Latin letters if there is one', () => {
    const { spellingOf, spellings } = readOnly(
      'spellings',
      'риэлтор: риелтор\nвайфай: wifi, вай-фай\nновый год: нг, на н-г',
    )
    expect([...spellingOf]).toEqual([
      ['риелтор', 'риэлтор'],
      ['вайфай', 'wifi'],
      ['вай-фай', 'wifi'],
    ])
    expect(spellings).toEqual([[['новый', 'год'], ['нг'], ['на', 'н', 'г']]])
  })

  test('of first parts, units, pairs of verbs and single words are read', () => {
    expect([...readOnly('compounds', 'веб, web\nавто').compounds]).toEqual([
      ['веб', ['веб', 'web']],
      ['web', ['веб', 'web']],
      ['авто', ['авто']],
    ])
    expect([...readOnly('product-lines', 'focus, фокус').productLines]).toEqual([
      ['focus', ['focus', 'фокус']],
      ['фокус', ['focus', 'фокус']],
    ])
    const slips = readOnly('compounds', 'видео, video\nмульти').headOfSlip
    expect([slips.get('видио'), slips.get('виедо'), slips.get('мулти'), slips.get('мульт')]).toEqual([
      'видео',
      'видео',
      undefined,
      undefined,
    ])
    expect(readOnly('newer-words', 'рольставни').newerLike.like('рольстовни')).toEqual(['рольставни'])
    expect(readOnly('units', 'м2: м2, кв м').units).toEqual([[['м2'], ['кв', 'м']]])
    expect([...readOnly('aspects', 'делать: сделать\nискать: найти, поискать').aspects]).toEqual([
      ['делать', ['сделать']],
      ['сделать', ['делать']],
      ['искать', ['найти', 'поискать']],
      ['найти', ['искать']],
      ['поискать', ['искать']],
    ])
    expect([...readOnly('participles', 'бывший').participles]).toEqual(['бывший'])
    expect([...readOnly('newer-words', 'плагин').newerWords]).toEqual(['плагин'])
  })

  test.each([
    ['spellings', 'риэлтор', 'not written as "key: value": риэлтор'],
    ['spellings', 'риэлтор: риелтор, Риэлтер', 'write "риэлтер", not "Риэлтер"'],
    ['compounds', 'веб дизайн', 'more than one word: веб дизайн'],
    ['compounds', 'веб,, web', 'a comma with nothing beside it: веб,, web'],
    ['units', 'кг: кг, килограмм, кг', '"кг" stands at language/units.txt:1 already'],
    ['aspects', 'делать: с делать', 'more than one word: с делать'],
    ['participles', 'бывший\n[section]', 'there are no sections in this file: [section]', 2],
    ['newer-words', 'плагин\nплагин', '"плагин" stands at language/newer-words.txt:1 already', 2],
  ])('%s refuse «%s»', (file, text, problem, line = 1) => {
    expect(problemsOf(() => readOnly(file, text))).toEqual([`language/${file}.txt:${line}: ${problem}`])
  })

  test('a spelling stands once', () => {
    expect(problemsOf(() => readOnly('spellings', 'риэлтор: риелтор\nагент: риелтор'))).toEqual([
      'language/spellings.txt:2: "риелтор" stands at language/spellings.txt:1 already',
    ])
  })

  test('name what the dictionary lacks, or knows as what they say', async () => {
    const dictionary = await openDictionary(`${import.meta.dirname}/../../node_modules/az/dicts`)
    const { participles, newerWordLines, aspects } = { ...shippedWordLists(), newerWordLines: shippedLines() }
    const isKnownAs = (word: string, fits: (tag: { has(grammeme: string): boolean }) => boolean): boolean =>
      dictionary.known(word).some((parse) => fits(parse.tag) && dictionary.lemma(parse) === word)
    for (const word of participles)
      expect(
        isKnownAs(word, (tag) => tag.has('ADJF') || tag.has('NOUN')) ||
          dictionary.known(word).some(({ tag }) => tag.isParticiple),
        word,
      ).toBe(true)
    for (const verb of aspects.keys())
      expect(
        isKnownAs(verb, (tag) => tag.has('INFN')),
        verb,
      ).toBe(true)
    expect(newerWordLines.filter((word) => dictionary.has(word))).toEqual([])
  })

  test('are shipped without a mistake', () => {
    const { abbreviations, brands, rareReadings } = shippedWordLists()
    expect(abbreviations.get('руб')).toBe('рубль')
    expect(brands.get('айфон')).toBe('iphone')
    expect(rareReadings.size).toBeGreaterThan(300)
  })
})

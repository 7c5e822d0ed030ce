import { describe, expect, test } from 'vitest'
import { problemsOf, shippedWordKinds } from '../data/data.samples.ts'
import { hashStem, stemOf } from './meaning.ts'
import { createKindReader, NO_KIND, readWordKinds, wordKindFiles } from './word-kinds.ts'

const wordKinds = shippedWordKinds()
const readKind = createKindReader(wordKinds)
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

  test('what is over is known by its form: починили is done, починить is to be done', () => {
    expect(kindOf('починили')).not.toBe(kindOf('починить'))
    expect(kindOf('починили')).toBe(kindOf('нашли'))
  })

  test('is none for a word no list holds', () => {
    expect(kindOf('абракадабра')).toBe(NO_KIND)
  })
})

describe('the lists', () => {
  /** Every kind with a word of its own. */
  const words: Record<string, string> = {
    trade: 'маляр',
    work: 'укладка',
    doing: 'красить',
    place: 'клиника',
    trouble: 'засор',
    thing: 'диван',
    part: 'кран',
    pay: 'цена',
    contact: 'телефон',
    folk: 'соседи',
    being: 'кот',
    moment: 'утро',
    learning: 'книга',
    tech: 'сервер',
    study: 'экзамен',
    event: 'праздник',
    official: 'закон',
    abstract: 'смысл',
    job: 'смена',
    taste: 'восторг',
    done: 'покрасил',
    offer: 'красим',
  }
  const all = Object.entries(words)
  const written = all.map(([kind, word]) => `[${kind}]\n${word}`).join('\n')
  const read = (...texts: string[]) => readWordKinds(wordKindFiles.map((name, at) => ({ name, text: texts[at] ?? '' })))

  test('give every kind its number', () => {
    const { forms, stems, asking } = read(written, '', '', 'ищу\nкто')
    expect([...stems]).toEqual(all.slice(0, 20).map(([, word], at) => [hashStem(stemOf(word)), at]))
    expect([...forms]).toEqual([
      [hashStem('покрасил'), 20],
      [hashStem('красим'), 21],
    ])
    expect([...asking]).toEqual([
      ['ищу', 0],
      ['кто', 1],
    ])
  })

  test('are refused with file and line of every mistake', () => {
    const more = '[foo]\nсантехник\n[trade]\nэлектрик'
    expect(problemsOf(() => read(written, '', more, 'ищу\nИщет\nищу\nкто может'))).toEqual([
      'word-kinds/asking.txt:2: write "ищет", not "Ищет"',
      'word-kinds/asking.txt:3: "ищу" stands at word-kinds/asking.txt:1 already',
      'word-kinds/asking.txt:4: more than one word: кто может',
      'word-kinds/talk.txt:1: unknown kind "foo"',
      'word-kinds/talk.txt:3: the kind "trade" begins at word-kinds/services.txt:1 already',
    ])
  })

  test('hold a word once among those known by their stems, and once more among those known by their forms', () => {
    expect(problemsOf(() => read(`${written}\nукладка`))).toEqual([])
    expect(problemsOf(() => read(written.replace('маляр', 'маляр\nукладка')))).toEqual([
      'word-kinds/services.txt:5: "укладка" stands at word-kinds/services.txt:3 already',
    ])
  })

  test('are shipped without a mistake', () => {
    expect(new Set([...wordKinds.stems.values(), ...wordKinds.forms.values()]).size).toBe(all.length)
    expect(wordKinds.stems.size).toBeGreaterThan(6_000)
    expect(wordKinds.asking.size).toBeGreaterThan(90)
  })
})

/** The dictionary read by ourselves says what the package `az` makes of the same files, in the same order. */
import az from 'az'
import type { Parse } from 'az'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { shippedWordLists } from '../data/data.samples.ts'
import { loadDictionary, openDictionary } from './az.ts'
import type { Dictionary } from './dictionary.ts'
import { lawRuns } from '../../tools/law-runs.ts'

const DICTIONARY = `${import.meta.dirname}/../../node_modules/az/dicts`
const lists = shippedWordLists()
const OPEN = new Set(['NOUN', 'ADJF', 'ADJS', 'VERB', 'INFN', 'PRTF', 'PRTS', 'GRND'])

/** Forms of every kind: several readings, ё, names, ordinals, closed classes, abbreviations, unknown words, compounds. */
const WORDS =
  `стекла мыла все всех белка второго лучшего ильича ильичом маши нужно лучше при мой елку пчел нем тем чем весел см руб
таргетолога лендингами маникюрщицу нейросетями видосиков вайбера сторис рилсами подпилил наипервейший поковырялся понаехавшими наиумнейшего
супермастера мегаскидки недозвонившийся антисептиков гиперзвуковой экскурсовода перепродажник кешбэк пвх
смотри-ка кто-нибудь как-то диван-кровати интернет-магазинов по-западному по-кошачьи экс-мужа вице-чемпиона дома-музея ко-ко-ко
чего-то-там ы- -то ростов-на-дону онлайн-школ второго-третьего иваныч-петрович лучшая-худшая жили-были прямо-таки
квартра фтограф сантехинк ремнот кваритра еремонт`.split(/\s+/)

/** A neighbour on the keyboard, or a letter that sounds alike. */
const BESIDE: Record<string, string> = { а: 'о', о: 'а', е: 'и', и: 'е', т: 'д', р: 'п', с: 'м', н: 'г', л: 'д' }

let dictionary: Dictionary

beforeAll(async () => {
  dictionary = await openDictionary(DICTIONARY)
  await new Promise<void>((resolve, reject) => {
    az.Morph.init(DICTIONARY, (error) => (error ? reject(error) : resolve()))
  })
})

const parses = (word: string, parsers: string[], typos = 0): Parse[] =>
  az.Morph(word, { ignoreCase: true, stutter: 0, typos, parsers, normalizeScore: false })

const lemma = (parse: Parse): string => {
  const { tag } = parse
  const own = tag.Anum
    ? parse.inflect(['ADJF', 'Anum', 'masc', 'sing', 'nomn'])
    : tag.Supr
      ? parse.inflect(['Supr', 'masc', 'sing', 'nomn'])
      : tag.Patr && parse.inflect(['Patr', tag.femn ? 'femn' : 'masc', 'sing', 'nomn'])
  return (own || parse.normalize() || parse).toString().toLowerCase().replaceAll('ё', 'е')
}
const lemmas = (found: Parse[]): string[] => [...new Set(found.map(lemma))]
const guessable = (found: Parse[]): Parse[] => found.filter((parse) => OPEN.has(String(parse.tag.POST)))

const compare = (word: string): void => {
  const known = parses(word, ['Dictionary'])
  const ours = dictionary.known(word)
  expect(
    ours.map((parse) => [parse.word, parse.tag.name, parse.score, dictionary.lemma(parse)]),
    word,
  ).toEqual(known.map((parse) => [parse.toString(), parse.tag.toString(), parse.score, lemma(parse)]))
  expect(dictionary.has(word)).toBe(known.length > 0)
  const plain = dictionary.plainLemmas(word)
  if (plain !== undefined) expect(plain, word).toEqual(lemmas(known))
  if (word.includes('-')) {
    expect(dictionary.compound(word), word).toEqual(
      lemmas(parses(word, ['HyphenParticle', 'HyphenAdverb', 'HyphenWords'])),
    )
  } else {
    expect(dictionary.prefixed(word), word).toEqual(lemmas(guessable(parses(word, ['PrefixKnown']))))
    if (word.length >= 4)
      expect(dictionary.guessed(word, 3), word).toEqual(lemmas(guessable(parses(word, ['SuffixKnown']))).slice(0, 3))
  }
}

describe('the dictionary is read as az reads it', () => {
  test('for words of every kind, twice', () => {
    for (const word of [...WORDS, ...WORDS]) compare(word)
  })

  test('for words made of pieces of words', () => {
    const piece = fc
      .constantFrom(...WORDS)
      .chain((word) =>
        fc
          .tuple(fc.nat({ max: word.length }), fc.nat({ max: word.length }))
          .map(([a, b]) => word.slice(Math.min(a, b), Math.max(a, b))),
      )
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 3 }), (pieces) => {
        const word = pieces.join('')
        if (word !== '') compare(word)
      }),
      { numRuns: lawRuns(2000) },
    )
  })

  test('for mistyped words', () => {
    for (const word of WORDS.filter((one) => one.length > 5)) {
      expect([...new Set(dictionary.mistyped(word).map((parse) => dictionary.lemma(parse)))], word).toEqual(
        lemmas(parses(word, ['Dictionary'], 1)),
      )
    }
  })

  test('what a mistyped word is like holds the word that was meant', () => {
    const meant = WORDS.filter((word) => /^[а-я]{5,}$/.test(word) && dictionary.has(word))
    const mistake = fc.constantFrom('left out', 'doubled', 'swapped', 'beside')
    fc.assert(
      fc.property(fc.constantFrom(...meant), mistake, fc.nat({ max: 30 }), (word, kind, somewhere) => {
        const at = 1 + (somewhere % (word.length - 2))
        const letter = word.charAt(at)
        const mistyped =
          word.slice(0, at) +
          {
            'left out': '',
            doubled: letter + letter,
            swapped: word.charAt(at + 1) + letter,
            beside: BESIDE[letter] ?? letter,
          }[kind] +
          word.slice(kind === 'swapped' ? at + 2 : at + 1)
        const like = dictionary.like(mistyped).map((parse) => parse.word.replaceAll('ё', 'е'))
        if (mistyped !== word) expect(like, mistyped).toContain(word)
      }),
      { numRuns: lawRuns(200) },
    )
  })

  test('what it is like are words with one mistake, and the first letter is none', () => {
    expect(dictionary.like('ремнот').map(({ word }) => word)).toContain('ремонт')
    expect(dictionary.like('еремонт').map(({ word }) => word)).not.toContain('ремонт')
    expect(dictionary.like('ремонт').map(({ word }) => word)).not.toContain('ремонт')
    expect(dictionary.like('щщщщщщщ')).toEqual([])
    expect(dictionary.like('')).toEqual([])
  })

  test('and is opened once', async () => {
    expect(await openDictionary(DICTIONARY)).toBe(dictionary)
    expect((await loadDictionary(DICTIONARY, lists)).lemmas('стекла')).toEqual(
      (await loadDictionary(DICTIONARY, lists, { typos: 'all' })).lemmas('стекла'),
    )
  })
})

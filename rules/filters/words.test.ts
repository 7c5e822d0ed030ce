import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { findTooManyWords, readFilterWords } from './words.ts'

const included = (...includedWords: string[]) => readFilterWords({ includedWords, excludedWords: [] })

describe('what is typed', () => {
  test.each<[string, string[], string[], string[]]>([
    ['a word', ['фотограф'], ['фотограф'], []],
    ['a word between spaces', ['  фотограф '], ['фотограф'], []],
    ['several words', ['свадебный фотограф'], ['свадебный', 'фотограф'], []],
    ['a list with commas', ['фотограф, видеограф,,оператор'], ['фотограф', 'видеограф', 'оператор'], []],
    ['pasted lines', ['фотограф\r\nвидеограф\n\nоператор\t'], ['фотограф', 'видеограф', 'оператор'], []],
    ['a pasted list of words to leave out', ['!вакансия\n!резюме, съёмка'], ['съёмка'], ['вакансия', 'резюме']],
    ['a mark with a space behind it', ['! вакансия'], [], ['вакансия']],
    ['several marks', ['!!вакансия'], [], ['вакансия']],
    ['a mark on the first of two words', ['!вакансия фотограф'], ['фотограф'], ['вакансия']],
    ['an exclamation, which is no mark', ['Срочно! Фотограф'], ['Срочно', 'Фотограф'], []],
    ['a mark alone', ['!', 'фотограф'], ['фотограф'], []],
    ['another case and ё', ['Съёмка', 'съемка', 'СЪЁМКА'], ['Съёмка'], []],
    ['the same word to leave out twice', ['!резюме', '!Резюме'], [], ['резюме']],
    ['a word wanted and left out: the exclusion decides in fits', ['фото', '!фото'], ['фото'], ['фото']],
    ['quotes, brackets and ends of sentences', ['«фото», (видео). "монтаж"?'], ['фото', 'видео', 'монтаж'], []],
    ['a mark within quotes', ['«!вакансия»'], [], ['вакансия']],
    [
      'signs that are part of a word',
      ['c++ #ищуфотографа @masha .net wi-fi 1с 24/7'],
      ['c++', '#ищуфотографа', '@masha', '.net', 'wi-fi', '1с', '24/7'],
      [],
    ],
    ['two words with a stroke', ['фото/видео !сдам/продам'], ['фото', 'видео'], ['сдам', 'продам']],
    ['an address', ['vk.com/wall https://t.me/jobs'], ['vk.com/wall', 'https://t.me/jobs'], []],
    ['nothing but signs', ['—', '...', ' , ', '()'], [], []],
    ['a phrase', ['"ремонт кухни"'], ['"ремонт кухни"'], []],
    ['a phrase in other quotes', ['«ремонт   кухни» “под ключ”'], ['"ремонт кухни"', '"под ключ"'], []],
    ['phrases among words', ['фото "на документы", видео'], ['фото', '"на документы"', 'видео'], []],
    ['a phrase to leave out', ['!"ищу работу" фото'], ['фото'], ['"ищу работу"']],
    ['a mark within a phrase', ['«!ищу работу»'], [], ['"ищу работу"']],
    ['signs in a phrase', ['"ремонт, кухни!"'], ['"ремонт кухни"'], []],
    ['the same phrase', ['"Ремонт кухни"', '«ремонт кухни»'], ['"Ремонт кухни"'], []],
    ['a quote that is not closed', ['"ремонт кухни'], ['ремонт', 'кухни'], []],
    ['a picture', ['🔥 фото'], ['🔥', 'фото'], []],
  ])('%s', (_, typed, includedWords, excludedWords) => {
    expect(included(...typed)).toEqual({ includedWords, excludedWords })
  })

  it('goes behind the words that were excluded before, where a mark changes nothing', () => {
    expect(readFilterWords({ includedWords: ['!резюме', '!сдам'], excludedWords: ['!вакансия', 'Сдам'] })).toEqual({
      includedWords: [],
      excludedWords: ['вакансия', 'Сдам', 'резюме'],
    })
  })

  it('is read once and for all: what was read is read as it is, and every word is somewhere', () => {
    const word = fc.stringMatching(/^!{0,2}[а-яё0-9a-z#@«»().,!/ -]{0,12}$/u)
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 12 }),
        fc.array(word, { maxLength: 12 }),
        (includedWords, excludedWords) => {
          const once = readFilterWords({ includedWords, excludedWords })
          expect(readFilterWords(once)).toEqual(once)
          const kept = [...once.includedWords, ...once.excludedWords].join(' ').replaceAll('ё', 'е')
          for (const letters of [...includedWords, ...excludedWords].join(' ').match(/[а-яё]+/gu) ?? []) {
            expect(kept).toContain(letters.replaceAll('ё', 'е'))
          }
        },
      ),
    )
  })
})

describe('limits', () => {
  const many = Array.from({ length: 300 }, (_, n) => `слово${n}`)

  it('cut nothing off', () => {
    expect(included(many.join('\n')).includedWords).toEqual(many)
    expect(included('ы'.repeat(500)).includedWords).toEqual(['ы'.repeat(500)])
  })

  test.each([
    [
      { includedWords: many, excludedWords: [] },
      { keyword: 'maxItems', dataPath: '/includedWords', params: { limit: 200 } },
    ],
    [
      { includedWords: [], excludedWords: many },
      { keyword: 'maxItems', dataPath: '/excludedWords', params: { limit: 200 } },
    ],
    [
      { includedWords: ['а', 'ы'.repeat(101)], excludedWords: [] },
      { keyword: 'maxLength', dataPath: '/includedWords/1', params: { limit: 100 } },
    ],
    [{ includedWords: many.slice(0, 200), excludedWords: ['ы'.repeat(100)] }, null],
  ])('are reported as a validation error %#', (words, error) => {
    expect(findTooManyWords(words)).toEqual(error)
  })
})

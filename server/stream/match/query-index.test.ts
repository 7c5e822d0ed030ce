import { beforeAll, describe, expect, test } from 'vitest'
import type { Language } from '../../../engine/language/language.ts'
import type { TopicJudges } from '../../../engine/topics/entering.ts'
import { loadLanguage } from '../../kit/language.ts'
import { silentLog } from '../../kit/log.ts'
import { loadTopicJudges } from '../../kit/topics.ts'
import { openQueryIndex, type ProductQueries, type QueryIndex } from './query-index.ts'

let language: Language
let judges: TopicJudges
beforeAll(async () => {
  language = await loadLanguage()
  judges = await loadTopicJudges()
})

const plumbers: ProductQueries = {
  productType: 'category',
  productId: 1,
  keywords: ['"ищу" /4 "сантехника"'],
  excluded: ['вакансия'],
  topics: ['сантехник | засор', '(кран | смеситель) (починить | поменять)'],
}
const movers: ProductQueries = {
  productType: 'category',
  productId: 2,
  keywords: ['"нужны" /4 "грузчики"'],
  excluded: [],
  topics: ['грузчик | переезд'],
}

type CertaintyOf = TopicJudges['certaintyOf']

function opened(
  products: readonly ProductQueries[],
  certaintyOf = judges.certaintyOf,
  classify = judges.classify,
): QueryIndex {
  const index = openQueryIndex(language, silentLog, { judges: { certaintyOf, intentOf: () => 0, classify } })
  for (const product of products) index.put(product, '1')
  return index
}
const hits = (index: QueryIndex, text: string) => index.match({ text, network: 'vk', kind: 'post' })
const ids = (index: QueryIndex, text: string): number[] => hits(index, text).map(({ productId }) => productId)

describe('a category with topics', () => {
  test('takes who asks for it in words that no keyword holds, and shows what it is about', () => {
    const text = 'Соседи, подскажите контакты хорошего сантехника, пожалуйста'
    expect(hits(opened([plumbers]), text)).toMatchObject([
      {
        productType: 'category',
        productId: 1,
        keyword: null,
        spans: [[text.indexOf('сантехника'), text.indexOf(',', 20)]],
      },
    ])
  })

  test('takes what its keywords fit, and shows the keyword', () => {
    expect(hits(opened([plumbers]), 'Ищу хорошего сантехника')).toMatchObject([{ keyword: '"ищу" /4 "сантехника"' }])
  })

  test.each([
    'Сантехник так и не пришёл, ждали весь день',
    'Наш сантехник вчера прочистил засор за пять минут',
    'Услуги сантехника, недорого, звоните',
    'Мне сказали: нужен сантехник? Вот вам сантехник. Охранник спас машину',
  ])('leaves who only tells of it: «%s»', (text) => {
    expect(ids(opened([plumbers]), text)).toEqual([])
  })

  test('leaves what speaks against it, however much it asks', () => {
    expect(ids(opened([plumbers]), 'Подскажите сантехника! вакансия')).toEqual([])
  })

  test('judges what its keywords fit as well', () => {
    const never: CertaintyOf = () => -1
    expect(ids(opened([plumbers], never), 'Ищу сантехника')).toEqual([])
    expect(ids(opened([{ ...plumbers, topics: [] }], never), 'Ищу сантехника')).toEqual([1])
  })

  test('finds what fits: where the topic stands, and whether a keyword fits too', () => {
    const heard: unknown[] = []
    const index = opened([plumbers], ({ spans, framed }) => {
      heard.push({ spans, framed })
      return 1
    })
    hits(index, 'ищу сантехника')
    hits(index, 'сантехник')
    expect(heard).toEqual([
      { spans: [[4, 14]], framed: true },
      { spans: [[0, 9]], framed: false },
    ])
  })

  test('is left to another whose keywords fit', () => {
    const frames: CertaintyOf = ({ framed }) => (framed ? 3 : 1)
    const index = opened([plumbers, movers], frames)
    expect(ids(index, 'Сантехник и переезд')).toEqual([1, 2])
    expect(ids(index, 'Ищу сантехника, у нас переезд')).toEqual([1])
    expect(ids(index, 'Ищу сантехника, нужны ещё грузчики')).toEqual([1, 2])
  })

  test('stands beside another whose keywords fit when it is about as sure, and falls to one that is far surer', () => {
    const sure = (first: number, second: number) =>
      opened([plumbers, movers], ({ spans }) => (spans[0]![0] < 5 ? first : second))
    const meant = 'Переезд у нас, ищу сантехника'
    expect(ids(sure(2, 3), meant)).toEqual([1, 2])
    expect(ids(sure(1.9, 3), meant)).toEqual([1])
    expect(ids(sure(6, 1), meant)).toEqual([2])
    const meantFirst = 'Ищу сантехника, у нас переезд'
    expect(ids(sure(3, 3), meantFirst)).toEqual([1, 2])
    expect(ids(sure(3, 2.9), meantFirst)).toEqual([1])
    expect(ids(sure(1, 6), meantFirst)).toEqual([2])
    const only = 'Сантехник и переезд'
    expect(ids(sure(1, 5.9), only)).toEqual([1, 2])
    expect(ids(sure(1, 6), only)).toEqual([2])
    expect(ids(sure(-0.1, 2), only)).toEqual([2])
  })

  test('is left to another that the message is likelier about, where both are known and it asks for both', () => {
    const heard: unknown[] = []
    const opening = (first: ProductQueries, second: ProductQueries, movers: number): QueryIndex =>
      opened(
        [first, second],
        // So sure that the classifier is asked only which of them it is.
        () => 2,
        (text, fitted) => {
          heard.push([text, ...fitted])
          return {
            of: new Map([
              ['plumbers', -0.1],
              ['movers', movers],
            ]),
            none: -20,
          }
        },
      )
    const both = 'Сантехник и переезд'
    const known = [
      { ...plumbers, seedSlug: 'plumbers' },
      { ...movers, seedSlug: 'movers' },
    ] as const
    expect(ids(opening(...known, -2), both)).toEqual([1, 2])
    expect(ids(opening(...known, -2.2), both)).toEqual([1])
    expect(ids(opening(known[0], { ...movers, seedSlug: null }, -9), both)).toEqual([1, 2])
    expect(ids(opening(known[0], { ...movers, seedSlug: 'of-an-editor' }, -9), both)).toEqual([1, 2])
    expect(heard).toEqual([
      [both, 'plumbers', 'movers'],
      [both, 'plumbers', 'movers'],
      [both, 'plumbers'],
      [both, 'plumbers', 'of-an-editor'],
    ])
    expect(ids(opening(...known, -9), 'Сантехник')).toEqual([1])
    expect(heard).toHaveLength(4)
    expect(ids(opening(...known, -9), 'Ищу сантехника, нужны ещё грузчики')).toEqual([1, 2])
  })

  test('goes as a whole, and comes again with other topics', () => {
    const index = opened([plumbers], () => 1)
    index.put({ ...plumbers, topics: ['водопроводчик'] }, '2')
    expect(ids(index, 'засор')).toEqual([])
    expect(ids(index, 'водопроводчик')).toEqual([1])
    index.drop('category', 1)
    expect(ids(index, 'водопроводчик')).toEqual([])
    expect(index.size).toBe(0)
  })

  test('is its keywords alone where nobody judges', () => {
    const index = openQueryIndex(language, silentLog)
    index.put(plumbers, '1')
    expect(ids(index, 'Подскажите сантехника')).toEqual([])
    expect(ids(index, 'Ищу сантехника')).toEqual([1])
  })
})

describe('what is marked', () => {
  const text = 'Сбер открыл офис. Проект Сбера, а ещё Технохаб Сбера в Твери и Тверская область'
  const marked = (product: ProductQueries) =>
    hits(opened([product]), text).map(({ spans }) => spans.map(([start, end]) => text.slice(start, end)))
  const brand = { productId: 7, keywords: ['сбер', 'технохаб'], context: ['тверь', 'офис'], excluded: [] }

  test('of a project is every word of its owner, each time it stands there', () => {
    expect(marked({ productType: 'project', ...brand })).toEqual([
      ['Сбер', 'офис', 'Сбера', 'Технохаб', 'Сбера', 'Твери'],
    ])
  })

  test('of a category is one request', () => {
    expect(marked({ productType: 'category', ...brand })).toEqual([['Сбер', 'Твери']])
  })
})

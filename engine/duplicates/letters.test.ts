import { describe, expect, test } from 'vitest'
import { skeletonStemOf } from './letters.ts'

describe('the stem of a word', () => {
  test.each([
    'первый первая первого первому первых первыми',
    'хороший хорошая хорошего хорошую хорошим хорошими',
    'Денис Дениса Денису Денисом',
    'Пермь Перми Пермью',
    'стол стола столом столам столах столов столами',
    'дорога дороги дорогой дорогам дорогах',
    'потерялся потерялась потерялись потеряла',
    'гусь гуся гуси',
    'щенок щенки щенков щенка',
    'продавец продавца продавцы',
    'стиралка стиралок стиралки',
  ])('is one: %s', (forms) => {
    const [first, ...others] = forms.split(' ').map((form) => skeletonStemOf(form.toLowerCase()))
    for (const other of others) expect(other).toBe(first)
  })

  test.each([
    ['Перми', 'первый'],
    ['Дениса', 'день'],
    ['такса', 'так'],
    ['колосс', 'кол'],
    ['запись', 'запил'],
  ])('is another: «%s» and «%s»', (one, other) => {
    expect(skeletonStemOf(one.toLowerCase())).not.toBe(skeletonStemOf(other))
  })
})

import { describe, expect, test } from 'vitest'
import { asksFor, chooseEntering, type ProductFit } from './entering.ts'
import type { Likelihoods } from './topic-classifier.ts'

const text = 'Нужна фотосъёмка свадьбы, визажист есть, ведущего ищем'

interface Product extends ProductFit {
  name: string
}

/** A lead category of which a word stands in the text. */
const category = (name: string, word: string, isFramed = false): Product => {
  const start = text.indexOf(word)
  const fit = { spans: [[start, start + word.length]] as const }
  return { name, seedSlug: null, judged: true, keywords: isFramed ? fit : null, topics: fit }
}

const unclassified: Likelihoods = { of: new Map(), none: 0 }

/** What enters when each category is so sure, in the order of the products. */
function entering(products: readonly Product[], ...sure: number[]): string[] {
  let next = 0
  const judges = { certaintyOf: () => sure[next++]!, intentOf: () => 0, classify: () => unclassified }
  return chooseEntering(products, text, judges).map(({ name }) => name)
}

const photographers = category('photographers', 'фотосъёмка')
const makeUp = category('make-up', 'визажист')

test('what is named behind the first is asked for only when it is as sure', () => {
  expect(entering([photographers, makeUp], 3, 2.5)).toEqual(['photographers'])
  expect(entering([makeUp, photographers], 2.5, 3)).toEqual(['photographers'])
  expect(entering([photographers, makeUp], 3, 3)).toEqual(['photographers', 'make-up'])
  expect(entering([photographers, makeUp], 3, 4)).toEqual(['photographers', 'make-up'])
})

test('what is asked for to the letter is meant wherever it stands', () => {
  const hosts = category('event-hosts', 'ведущего', true)
  expect(entering([photographers, makeUp, hosts], 3, 2.9, 2.8)).toEqual(['photographers', 'event-hosts'])
})

test('what one word names alike is asked for alike', () => {
  const video = category('video', 'фотосъёмка')
  expect(entering([photographers, video, makeUp], 3, 2, 2.9)).toEqual(['photographers', 'video'])
})

test('nothing enters that does not ask, and what is much less sure than the surest is only mentioned', () => {
  expect(entering([photographers, makeUp], -1, 1)).toEqual(['make-up'])
  expect(entering([photographers, makeUp], 1, 7)).toEqual(['make-up'])
})

test('a product without topics enters by its keywords alone', () => {
  const project: Product = { ...category('project', 'визажист', true), judged: false, topics: null }
  const none: Product = { ...project, name: 'none', keywords: null }
  expect(entering([photographers, project, none], 3)).toEqual(['photographers', 'project'])
  expect(chooseEntering([project, none, makeUp], text, undefined).map(({ name }) => name)).toEqual(['project'])
})

describe('what the classifier says of a seeded category', () => {
  const seeded: Product = { ...photographers, seedSlug: 'photographers' }
  const enters = (sure: number, likelihoods: Likelihoods, intent: number): boolean | 'unread' => {
    let isRead = false
    const classify = (): Likelihoods => {
      isRead = true
      return likelihoods
    }
    const judges = { certaintyOf: () => sure, intentOf: () => intent, classify }
    const isIn = chooseEntering([seeded], text, judges).length > 0
    return isRead ? isIn : 'unread'
  }

  test('counts a little beside the judge, and is not asked where it decides nothing', () => {
    const likelier = (sure: number, by: number, intent = 0): boolean | 'unread' =>
      enters(sure, { of: new Map([['photographers', -50 + by]]), none: -50 }, intent)
    expect(likelier(-0.9, 4)).toBe(true)
    expect(likelier(-0.9, 3)).toBe(false)
    expect(likelier(0.9, -3)).toBe(true)
    expect(likelier(0.9, -4)).toBe(false)
    // However sure it is, it says no more than that.
    expect(likelier(-1.3, 40)).toBe('unread')
    expect(likelier(1.3, -40)).toBe('unread')
    // Of a message that is cold it says only that it asks for nothing.
    expect(likelier(-0.1, 4, -0.1)).toBe(false)
    expect(likelier(0.1, 4, -0.1)).toBe(true)
    expect(likelier(0.1, -1, -0.1)).toBe(false)
  })

  test('is enough where it is nearly sure, the message plainly asks for something and the judge is not sure that it does not', () => {
    const share = (sure: number, of: number, intent = 1): boolean | 'unread' =>
      enters(sure, { of: new Map([['photographers', Math.log(of)]]), none: Math.log(1 - of) }, intent)
    expect(share(-4, 0.71)).toBe(true)
    expect(share(-4, 0.69)).toBe(false)
    expect(share(-4, 0.99, 0.9)).toBe('unread')
    expect(share(-4.1, 0.99, 9)).toBe('unread')
  })
})

test('of a category that the classifier was not taught the judge decides alone', () => {
  const message = { intent: () => 9, likelihoods: () => ({ of: new Map([['photographers', -0.01]]), none: -9 }) }
  expect(asksFor('photographers', -1, message)).toBe(true)
  expect(asksFor('video', -1, message)).toBe(false)
  expect(asksFor('video', 1, message)).toBe(true)
  expect(asksFor(null, -1, message)).toBe(false)
})

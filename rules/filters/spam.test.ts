import { expect, test } from 'vitest'
import { productTypes } from '../../contract/access/subscriptions.ts'
import { isSpam, isUnwantedIn, whySpam, type SpamFacts } from './spam.ts'

test.each<[string, Partial<SpamFacts>, ReturnType<typeof whySpam>]>([
  ['nothing is said of it', {}, null],
  ['the reader marked it', { spamMarked: true }, 'spamMark'],
  ['nine people marked it', { spamCount: 9 }, null],
  ['ten people marked it', { spamCount: 10 }, 'spamCount'],
  ['the model holds it for spam', { isUnwanted: true }, 'spamModel'],
  ['many marks say more than the model', { spamCount: 11, isUnwanted: true }, 'spamCount'],
  ['a moderator approved what the model holds for spam', { isUnwanted: true, verdict: 'approved' }, null],
  ['a moderator approved what many marked', { spamCount: 10, verdict: 'approved' }, 'spamCount'],
  ['the reader marked what a moderator approved', { spamMarked: true, verdict: 'approved' }, 'spamMark'],
  ['a moderator rejected it, which is no spam', { verdict: 'rejected' }, null],
])('%s', (_, facts, why) => {
  const whole = { spamMarked: false, spamCount: 0, isUnwanted: false, verdict: null, ...facts }
  expect(whySpam(whole)).toBe(why)
  expect(isSpam(whole)).toBe(why !== null)
})

test('to a category what is unwanted is spam, to a project and to groups only what plainly is', () => {
  const under = (isUnwanted: boolean, isPlainlyUnwanted: boolean): string[] =>
    productTypes.filter((type) => isUnwantedIn(type, { isUnwanted, isPlainlyUnwanted }))
  expect(under(false, false)).toEqual([])
  expect(under(true, false)).toEqual(['category'])
  expect(under(true, true)).toEqual([...productTypes])
})

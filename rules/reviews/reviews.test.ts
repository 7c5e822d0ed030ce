import { expect, test } from 'vitest'
import { mayReview, type Experience } from './may-review.ts'
import { suggestedName } from './suggested-name.ts'

test.each<[string, Partial<Experience>, boolean]>([
  ['who has only registered', {}, false],
  ['on the third day of a trial', { usedDays: 3 }, false],
  ['a moment before a week', { usedDays: 6.999 }, false],
  ['after a week', { usedDays: 7 }, true],
  ['who has paid just now', { hasPaid: true }, true],
  ['who has paid and works for the service', { hasPaid: true, usedDays: 99, roles: ['support'] }, false],
  ['who has paid and brings others', { hasPaid: true, roles: ['partner', 'teamOwner'] }, true],
])('someone %s', (_, known, allowed) => {
  expect(mayReview({ roles: [], hasPaid: false, usedDays: 0, ...known })).toBe(allowed)
})

test.each([
  ['Анна Петрова', 'Анна П.'],
  ['  анна   петрова-водкина мл. ', 'анна П.'],
  ['Анна', 'Анна'],
  ['anna@example.ru', 'anna'],
  ['', ''],
  ['😀 😀', '😀 😀.'],
  ['а'.repeat(99), 'а'.repeat(60)],
])('«%s» is shown as «%s»', (username, shown) => {
  expect(suggestedName(username)).toBe(shown)
})

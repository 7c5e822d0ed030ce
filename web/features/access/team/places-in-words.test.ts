import fc from 'fast-check'
import { expect, test } from 'vitest'
import { membershipStatuses } from '../../../../contract/access/team.ts'
import {
  freeInWords,
  isUrgent,
  inOrder,
  leftOutInWords,
  leftOutOf,
  namesInWords,
  nextInWords,
  placesInWords,
} from './places-in-words.ts'

const member = (id: number, username: string, day = id, status: (typeof membershipStatuses)[number] = 'accepted') => ({
  id,
  username,
  status,
  acceptedAt: status === 'accepted' ? `2026-11-${String(day).padStart(2, '0')}T10:00:00Z` : null,
})
const vera = member(1, 'Вера', 5)
const gleb = member(2, 'Глеб', 3)
const ira = member(3, 'Ира', 9)
const asked = member(4, 'Зоя', 1, 'pending')
const team = [vera, gleb, ira, asked]
const day = (at: string): string => (at.startsWith('2027') ? '1 января' : at)
const next = (total: number) => ({ total: 5, taken: 5, next: { at: '2027-01-01T00:00:00Z', total } })

test.each([
  [{ total: 5, taken: 3 }, 'Занято 3 из 5 мест', 'Свободно 2 места'],
  [{ total: 3, taken: 2 }, 'Занято 2 из 3 мест', 'Свободно 1 место'],
  [{ total: 21, taken: 0 }, 'Занято 0 из 21 места', 'Свободно 21 место'],
  [{ total: 3, taken: 3 }, 'Занято 3 из 3 мест', 'Свободных мест нет'],
  [{ total: 3, taken: 5 }, 'Занято 5 из 3 мест', 'Не хватает 2 мест'],
  [{ total: null, taken: 4 }, 'В команде 4, мест сколько угодно', null],
])('%j', (places, taken, free) => {
  expect(placesInWords(places)).toBe(taken)
  expect(freeInWords(places)).toBe(free)
})

test('who came last is left out first; who is only invited holds no place yet', () => {
  expect(inOrder(team)).toEqual([gleb, vera, ira])
  expect(leftOutOf(team, 3)).toEqual([ira])
  expect(leftOutOf(team, 2)).toEqual([vera, ira])
  expect(leftOutOf(team, 4)).toEqual([])
  expect(leftOutOf(team, null)).toEqual([])
})

test('what changes next is described with the names of those it leaves out', () => {
  expect(nextInWords(team, { total: 5, taken: 5, next: null }, day)).toBeNull()
  expect(nextInWords(team, next(3), day)).toBe('С 1 января мест станет 3: Ира останется без места.')
  expect(nextInWords(team, next(2), day)).toBe('С 1 января мест станет 2: Вера и Ира останутся без места.')
  expect(nextInWords(team, next(4), day)).toBe('С 1 января мест станет 4, их хватит всем, кто в команде.')
  expect(nextInWords(team, next(0), day)).toMatch(/^1 января командный тариф закончится: до продления/)
})

test('is a warning when it is near, or someone loses their place', () => {
  const at = (moment: string) => new Date(moment)
  expect(isUrgent(team, next(4), at('2026-11-23T00:00:00Z'))).toBe(false)
  expect(isUrgent(team, next(0), at('2026-11-23T00:00:00Z'))).toBe(false)
  expect(isUrgent(team, next(0), at('2026-12-20T00:00:00Z'))).toBe(true)
  expect(isUrgent(team, next(3), at('2026-11-23T00:00:00Z'))).toBe(true)
  expect(isUrgent(team, { total: 5, taken: 5, next: null }, at('2026-11-23T00:00:00Z'))).toBe(false)
})

test('names are listed as far as anyone reads them', () => {
  expect(namesInWords([])).toBe('')
  expect(namesInWords(['Вера', 'Глеб', 'Ира', 'Зоя'])).toBe('Вера, Глеб, Ира и Зоя')
  expect(namesInWords(['Вера', 'Глеб', 'Ира', 'Зоя', 'Яна'])).toBe('Вера, Глеб, Ира и ещё 2')
  expect(leftOutInWords(['Вера'])).toBe('Вера останется без места')
})

test('so many are left out as there are people too many, whoever they are', () => {
  const people = fc
    .array(fc.record({ day: fc.integer({ min: 1, max: 28 }), status: fc.constantFrom(...membershipStatuses) }))
    .map((all) => all.map((each, index) => member(index + 1, `У${index}`, each.day, each.status)))
  fc.assert(
    fc.property(people, fc.integer({ min: 1, max: 12 }), (cards, total) => {
      const inside = inOrder(cards)
      const out = leftOutOf(cards, total)
      expect(inside.length + 1 - out.length).toBe(Math.min(inside.length + 1, total))
      expect(inside.slice(inside.length - out.length)).toEqual(out)
    }),
  )
})

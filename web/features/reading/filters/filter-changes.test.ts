import { expect, test } from 'vitest'
import { emptyFilter } from '../../../../contract/reading/filters.ts'
import { changed, isSame, narrows, nothingAsked } from './filter-changes.ts'

test('only what is changed is written, and what was there before comes back', () => {
  const fields = { ...emptyFilter, includedWords: ['дом'], recentDays: 3 as const }
  const { changes, undoing } = changed(fields, {
    includedWords: ['дом', 'дача'],
    recentDays: null,
    fromDate: '2026-11-01T00:00:00Z',
    toDate: null,
    spam: 'no',
  })
  expect(changes).toEqual({ includedWords: ['дом', 'дача'], recentDays: null, fromDate: '2026-11-01T00:00:00Z' })
  expect(undoing).toEqual({ includedWords: ['дом'], recentDays: 3, fromDate: null })
  expect({ ...fields, ...changes, ...undoing }).toEqual(fields)
  expect(changed(fields, fields)).toEqual({ changes: {}, undoing: {} })
})

test('a filter narrows by what it asks for, not by how it is shown', () => {
  expect(narrows({ ...emptyFilter, limit: 100, push: true, open: false })).toBe(false)
  expect(narrows({ ...emptyFilter, spam: 'ignore' })).toBe(true)
  expect(narrows({ ...emptyFilter, spam: 'ignore', ...nothingAsked })).toBe(false)
  expect(isSame({ ...emptyFilter, limit: 100 }, emptyFilter)).toBe(false)
  expect(isSame({ ...emptyFilter, open: false }, emptyFilter)).toBe(true)
})

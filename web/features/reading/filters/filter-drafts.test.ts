import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { emptyFilter, type Filter } from '../../../../contract/reading/filters.ts'
import { differing, findFilterDraft, putFilterDraft, readFilterDrafts } from './filter-drafts.ts'

const filter: Filter = {
  ...emptyFilter,
  id: 7,
  name: 'Дефолтная',
  isDefault: true,
  scope: 'local',
  own: true,
  editable: true,
}

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  readFilterDrafts()
})
afterEach(() => vi.unstubAllGlobals())

it('keeps changes of each filter apart, until they are none', () => {
  putFilterDraft(7, { kind: 'post' })
  putFilterDraft(8, { spam: 'yes' })
  expect(readFilterDrafts()).toEqual({ 7: { kind: 'post' }, 8: { spam: 'yes' } })
  expect(findFilterDraft(filter, readFilterDrafts())).toEqual({ kind: 'post' })
  putFilterDraft(7, {})
  putFilterDraft(8, null)
  expect(readFilterDrafts()).toEqual({})
  expect(sessionStorage.getItem('filter-drafts')).toBeNull()
})

it('gives the same object as long as nothing changes', () => {
  putFilterDraft(7, { kind: 'post' })
  expect(readFilterDrafts()).toBe(readFilterDrafts())
})

it('is no draft when the filter was saved so meanwhile', () => {
  putFilterDraft(7, { kind: 'post' })
  expect(findFilterDraft({ ...filter, kind: 'post' }, readFilterDrafts())).toBeNull()
  // Notices and the size of a page are no part of what is asked, or saved at once.
  putFilterDraft(7, { open: true })
  expect(findFilterDraft(filter, readFilterDrafts())).toBeNull()
})

it('reads what is no draft as none', () => {
  sessionStorage.setItem('filter-drafts', '{"7":')
  expect(readFilterDrafts()).toEqual({})
})

it('of changes keeps those that differ from what is saved', () => {
  expect(differing({ kind: 'all', networks: ['vk'], includedWords: [] }, filter)).toEqual({ networks: ['vk'] })
})

import { expect, test } from 'vitest'
import { VIEW_OF_EVERYTHING, readView, viewAddress, viewFields, viewKey } from './views.ts'

test.each([
  ['category:5', { productType: 'category', productId: 5, groupId: null }],
  ['project:3', { productType: 'project', productId: 3, groupId: null }],
  ['group:2', { productType: 'group', productId: 2, groupId: null }],
  ['group:2/17', { productType: 'group', productId: 2, groupId: 17 }],
  [VIEW_OF_EVERYTHING, null],
] as const)('%s is a key, and comes back', (key, view) => {
  expect(readView(key)).toEqual(view)
  if (view) expect(viewKey(view, view.groupId)).toBe(key)
  expect(viewAddress(key)).toBe(`/feed?product=${key}`)
})

test.each([
  '',
  'All',
  'project',
  'project:',
  'project:0',
  'project:-1',
  'project:1.5',
  'project:1/2',
  'group:1/0',
  'team:1',
])('«%s» is none', (key) => {
  expect(readView(key)).toBeUndefined()
})

test('a view is a filter with nothing but the product', () => {
  const nothing = { categories: [], monitoredProjects: [], monitoredGroups: [] }
  const fields = (key: string) => viewFields(readView(key) ?? null)
  expect(fields('category:5')).toEqual({ ...nothing, categories: [5] })
  expect(fields('project:3')).toEqual({ ...nothing, monitoredProjects: [3] })
  expect(fields('group:2')).toEqual({ ...nothing, monitoredGroups: ['2/0'] })
  expect(fields('group:2/17')).toEqual({ ...nothing, monitoredGroups: ['2/17'] })
  expect(fields(VIEW_OF_EVERYTHING)).toEqual(nothing)
})

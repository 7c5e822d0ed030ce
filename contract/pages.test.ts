import { expect, test } from 'vitest'
import { findPage, pages, tabTitle } from './pages.ts'

test.each([
  ['/', 'home', {}],
  ['/feed', 'feed', {}],
  ['/feed/', 'feed', {}],
  ['/Feed', 'feed', {}],
  ['/feed/blacklist', 'black-list', {}],
  ['/category/photographers', 'category', { slug: 'photographers' }],
  ['/category/%D1%84%D0%BE%D1%82%D0%BE', 'category', { slug: 'фото' }],
  ['/invoice/12', 'invoice', { account: '12' }],
  ['/category', 'not-found', {}],
  ['/category/', 'not-found', {}],
  ['/category/a/b', 'category-city', { slug: 'a', city: 'b' }],
  ['/category/a/b/c', 'not-found', {}],
  ['/category/%zz', 'not-found', {}],
  ['/nowhere', 'not-found', {}],
  ['/*', 'not-found', {}],
  ['//', 'not-found', {}],
] as const)('%s is %s', (path, name, params) => {
  expect(findPage(path)).toEqual({ name, params })
})

test('every page is found at its own address', () => {
  for (const [name, { path }] of Object.entries(pages)) expect(findPage(path.replace(/:\w+/g, '1')).name).toBe(name)
})

test('a tab is called by its page and the service', () => {
  expect(tabTitle('Лента')).toBe('Лента — Эхолот')
  expect(tabTitle(null)).toMatch(/^Эхолот — /)
})

import { expect, it } from 'vitest'
import { pages } from '../../contract/pages.ts'

const sources = import.meta.glob<string>('./*-page.tsx', { query: '?raw', import: 'default', eager: true })

it('every page has a file of its name, with a component of its name, and every such file is one of a page', () => {
  const named = Object.keys(pages).map((name) => `./${name}-page.tsx`)
  expect(Object.keys(sources).toSorted()).toEqual(named.toSorted())
  const unnamed = Object.entries(sources).filter(([file, source]) => {
    const component = file
      .replace(/^\.\/|\.tsx$/g, '')
      .replace(/(?:^|-)(\w)/g, (_, first: string) => first.toUpperCase())
    return !new RegExp(`^export (?:function|const) ${component}\\b`, 'm').test(source)
  })
  expect(unnamed.map(([file]) => file)).toEqual([])
})

import { expect, test } from 'vitest'
import { loadSeededCategories } from '../server/features/watching/categories/categories.seed.ts'
import { loadWordKinds } from '../server/kit/engine-data.ts'
import { readExampleFiles } from './example-files.ts'
import type { TopicExample } from './topic-data.ts'
import { readAsks } from './topic-training.ts'

test('what is written by category names categories that there are', () => {
  const slugs = new Set(loadSeededCategories().map(({ slug }) => slug))
  const named = readExampleFiles().needs.flatMap((need) => need.slugs)
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((slug) => !slugs.has(slug))).toEqual([])
})

const text = 'Фотограф уже есть, нужен ведущий'
const hits = [
  { slug: 'photographers', spans: [[0, 8]], framed: false },
  { slug: 'event-hosts', spans: [[25, 32]], framed: false },
  { slug: 'animators', spans: [[25, 32]], framed: false },
] as const
const example = (more: Partial<TopicExample>): TopicExample => ({
  id: 'one',
  text,
  source: 'requests',
  asks: true,
  known: 'written',
  hits: [...hits],
  ...more,
})
const readingsOf = (more: Partial<TopicExample>) =>
  readAsks([example(more)], loadWordKinds()).map(({ hit, asks }) => [hit.slug, asks])

test('what is named beside the category that a lead is of is not asked for, unless it reads the same', () => {
  expect(readingsOf({ slugs: ['event-hosts'] })).toEqual([
    ['event-hosts', true],
    ['photographers', false],
  ])
})

test('of a lead of no known category whatever it is about may be asked for, and of talk nothing is', () => {
  expect(readingsOf({})).toEqual([
    ['photographers', true],
    ['event-hosts', true],
  ])
  expect(readingsOf({ asks: false, slugs: [] })).toEqual([
    ['photographers', false],
    ['event-hosts', false],
  ])
  expect(readingsOf({ asks: null })).toEqual([])
})

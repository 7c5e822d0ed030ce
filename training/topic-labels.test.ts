import { expect, test } from 'vitest'
import { problemsOf } from '../engine/data/data.samples.ts'
import { loadSeededCategories } from '../server/features/watching/categories/categories.seed.ts'
import { readTopicLabels } from './topic-labels.ts'

test('labels name categories that there are', () => {
  const slugs = new Set(loadSeededCategories().map(({ slug }) => slug))
  const named = [...readTopicLabels().values()].flatMap((label) => label.slugs ?? [])
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((slug) => !slugs.has(slug))).toEqual([])
})

test('mistakes are named by their lines', () => {
  const lines = [
    { id: 'chat-1', asks: 'yes', slugs: ['plumbers'] },
    { id: 'chat-2', asks: 'yes' },
    { id: 'chat-3', asks: 'no', slugs: [] },
    { id: 'chat-1', asks: 'unclear' },
  ]
  expect(problemsOf(() => readTopicLabels(lines.map((line) => JSON.stringify(line)).join('\n')))).toEqual([
    'training/labels/topics.ndjson:4: "chat-1" stands at training/labels/topics.ndjson:1 already',
    'training/labels/topics.ndjson:2: slugs stand with "yes", and only there',
    'training/labels/topics.ndjson:3: slugs stand with "yes", and only there',
  ])
})

import { expect, test } from 'vitest'
import { problemsOf } from '../engine/data/data.samples.ts'
import { readExampleFiles } from './example-files.ts'
import { readTopicAsks, topicAskPath } from './topic-asks.ts'

test('hold both who asks and who only talks, and none that another file has', () => {
  const asks = readTopicAsks()
  expect(new Set(asks.map((ask) => ask.asks))).toEqual(new Set([true, false]))
  const { requests, talk, unwanted, needs } = readExampleFiles()
  const others = new Set([...requests, ...talk, ...unwanted, ...needs].map(({ text }) => text))
  expect(asks.filter(({ text }) => others.has(text))).toEqual([])
})

test('mistakes are named by their lines', () => {
  const lines = [{ asks: true, text: 'ищу пекаря' }, { text: 'пекарь' }, { asks: false, text: 'ищу пекаря' }]
  expect(problemsOf(() => readTopicAsks(lines.map((line) => JSON.stringify(line)).join('\n')))).toEqual([
    `${topicAskPath}:2: must have required properties asks`,
    `${topicAskPath}:3: "ищу пекаря" stands at ${topicAskPath}:1 already`,
  ])
})

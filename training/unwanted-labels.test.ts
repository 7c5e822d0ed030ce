import { expect, test } from 'vitest'
import { readUnwantedLabels } from './unwanted-labels.ts'

test('the labels that lie here can be read, and there are both kinds', () => {
  const labels = readUnwantedLabels()
  expect(new Set(labels.values())).toEqual(new Set([true, false]))
})

test('a line is an id and what it is; every mistake is named', () => {
  expect(readUnwantedLabels('{"id":"stankin-1","unwanted":true}\n{"id":"qaload-2","unwanted":false}\n')).toEqual(
    new Map([
      ['stankin-1', true],
      ['qaload-2', false],
    ]),
  )
  const wrong = ['{"id":"x-1","unwanted":true}', '{"id":"x-1","unwanted":false}', '{"id":"x-2","unwanted":1}'].join(
    '\n',
  )
  expect(() => readUnwantedLabels(wrong)).toThrow(/unwanted\.ndjson:[23][\s\S]*unwanted\.ndjson:[23]/)
})

import { expect, test } from 'vitest'
import { agreedAsks } from './talk-data.ts'

test.each([
  ['service', undefined, 'service'],
  [undefined, 'thing', 'thing'],
  [undefined, undefined, undefined],
  ['service', 'thing', 'service'],
  ['advice', 'nothing', 'advice'],
  ['unwanted', 'nothing', 'unwanted'],
  ['service', 'advice', 'border'],
  ['nothing', 'small', 'border'],
  ['thing', 'border', 'border'],
  ['vacancy', 'nothing', 'border'],
  ['vacancy', 'border', 'vacancy'],
] as const)('one reader says %s and another %s: %s', (first, again, agreed) => {
  expect(agreedAsks(first, again)).toBe(agreed)
})

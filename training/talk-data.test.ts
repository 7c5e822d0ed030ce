import { expect, test } from 'vitest'
import { agreedAsks, wildMessage } from './talk-data.ts'

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

test('a message keeps what its first reader said beside what is agreed, and none where only another read it', () => {
  const line = { id: 'zhkchat-1', text: 'Пришлите и мне', source: 'zhkchat' }
  expect(wildMessage(line, 'small', 'nothing')).toEqual({ ...line, asks: 'border', asksFirst: 'small' })
  expect(wildMessage(line, undefined, 'thing')).toEqual({ ...line, asks: 'thing', asksFirst: undefined })
})

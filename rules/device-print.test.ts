import { expect, test } from 'vitest'
import { readPrint } from './device-print.ts'

const print = '0123456789abcdef0123456789abcdef'

test.each([
  ['as it is', print],
  ['in capitals', print.toUpperCase()],
  ['with blanks around it', ` \t${print}\u00a0`],
  ['with a byte order mark, which counts as a blank', `\ufeff${print}`],
])('a print is the same %s', (_, written) => {
  expect(readPrint(written)).toBe(print)
})

test.each([
  ['nothing', ''],
  ['blanks', '   '],
  ['words', 'a device'],
  ['a longer one', `${print}0`],
  ['one with an invisible sign in it', `${print.slice(0, 16)}\u200b${print.slice(16)}`],
  ['one that is not sent', undefined],
])('%s is none', (_, written) => {
  expect(readPrint(written)).toBeNull()
})

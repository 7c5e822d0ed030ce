import { expect, test } from 'vitest'
import { readDeskAddress, writeDeskAddress } from './desk-address.ts'

test.each([
  ['tab=letters', { state: 'new', search: '', letter: null }],
  ['tab=letters&state=all&search=%D0%BE%D0%BF%D0%BB&letter=12', { state: 'all', search: 'опл', letter: 12 }],
  ['state=closed&letter=0', { state: 'closed', search: '', letter: null }],
  ['state=deleted&letter=-1', { state: 'new', search: '', letter: null }],
  ['letter=12abc', { state: 'new', search: '', letter: null }],
] as const)('%s', (query, address) => {
  const read = readDeskAddress(new URLSearchParams(query))
  expect(read).toEqual(address)
  expect(readDeskAddress(writeDeskAddress(new URLSearchParams('tab=letters'), read))).toEqual(address)
})

test('leaves what it does not know, and says nothing that goes without saying', () => {
  const before = new URLSearchParams('tab=letters&state=closed&letter=3')
  expect(writeDeskAddress(before, { state: 'new', search: '', letter: null }).toString()).toBe('tab=letters')
})

import { expect, it } from 'vitest'
import { messageAddress, readMessageAddress, withMessage, withoutMessage } from './message-address.ts'

it('reads the message that an address names, and none where it names none', () => {
  expect(readMessageAddress(messageAddress(12).slice('/feed'.length))).toBe(12)
  expect(readMessageAddress('?filter=3&message=12&words=ремонт')).toBe(12)
  for (const search of ['', '?filter=3', '?message=', '?message=0', '?message=x', '?message=1x', '?xmessage=1'])
    expect(readMessageAddress(search)).toBeNull()
})

it('leaves the rest of the address as it is written', () => {
  expect(withoutMessage('?message=12')).toBe('')
  expect(withMessage(7, '?filter=3&message=12&words=ремонт,%20кухня')).toBe('?filter=3&words=ремонт,%20кухня&message=7')
  expect(withoutMessage('?filter=3&message=12&words=ремонт,%20кухня')).toBe('?filter=3&words=ремонт,%20кухня')
})

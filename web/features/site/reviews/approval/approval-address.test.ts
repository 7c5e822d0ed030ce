import { expect, test } from 'vitest'
import { readApprovalAddress, writeApprovalAddress } from './approval-address.ts'

test.each([
  ['tab=approval', 'reviews', 'new', 'tab=approval'],
  ['tab=approval&kind=comments&state=hidden', 'comments', 'hidden', 'tab=approval&kind=comments&state=hidden'],
  ['tab=approval&kind=x&state=y', 'reviews', 'new', 'tab=approval'],
])('%s', (search, kind, state, written) => {
  const parameters = new URLSearchParams(search)
  const address = readApprovalAddress(parameters)
  expect(address).toEqual({ kind, state })
  expect(writeApprovalAddress(parameters, address).toString()).toBe(written)
})

import { describe, expect, test } from 'vitest'
import { commonBody, longBody } from '../../../contract/call.ts'
import { accounts } from '../../../contract/people/accounts.ts'
import { feed } from '../../../contract/reading/feed.ts'
import { groups } from '../../../contract/watching/groups.ts'
import { travelsBySocket } from './ask.ts'

const linksOf = (length: number) => ({ text: '€'.repeat(length - JSON.stringify({ text: '' }).length) })

describe('with a live connection', () => {
  test('a list that is longer than the socket takes goes over HTTP, and what is short by the socket', () => {
    expect(travelsBySocket(groups.addGroups, linksOf(commonBody))).toBe(true)
    expect(travelsBySocket(groups.addGroups, linksOf(commonBody + 1))).toBe(false)
    expect(travelsBySocket(feed.queryFeed, {})).toBe(true)
  })

  test('what goes by the socket fits into what the server reads of it, whatever it is written in', () => {
    expect(new TextEncoder().encode(JSON.stringify(linksOf(commonBody))).length).toBeLessThan(longBody)
  })

  test('a call that has only one way takes it', () => {
    expect(travelsBySocket(accounts.login, {})).toBe(false)
    expect(travelsBySocket(feed.setFeedListener, linksOf(2 * commonBody))).toBe(true)
  })
})

import { describe, expect, it } from 'vitest'
import { handedPosts, timeOfTid } from './handed-posts.ts'

describe('what was handed on', () => {
  it('is bounded, and forgets the oldest', () => {
    const handed = handedPosts(0, 2)
    const [one, two, three] = ['3mptbyoeyc22k', '3mptbyqhi7s2f', '3mptbyplj5d2a'] as const
    for (const rkey of [one, two, three]) expect(handed.hand('did:plc:a', rkey, '3mptbypbcq372f')).toBe(true)
    expect(handed.has('did:plc:a', one)).toBe(false)
    // It was, or it may have been.
    expect(handed.drop('did:plc:a', one, '3n')).toBe(true)
    expect(handed.drop('did:plc:a', '3mpzzzzzzzz2k', '3n')).toBe(false)
    expect(handed.drop('did:plc:a', two, '3n')).toBe(true)
    expect(handed.drop('did:plc:a', two, '3n')).toBe(false)
    expect(handed.hand('did:plc:a', two, '3mptbypbcq372f')).toBe(false)
  })
  it('passes on no deletion of what was written after the memory began, nor of what is too old to be kept', () => {
    const handed = handedPosts(Date.parse('2026-07-04T14:38:08Z'))
    expect(handed.drop('did:plc:a', '3mpzzzzzzzz2k', '3n')).toBe(false)
    expect(handed.drop('did:plc:a', '3mpt222222222', '3n')).toBe(true)
    expect(handed.drop('did:plc:a', '3lpt222222222', '3n')).toBe(false)
    expect(handed.drop('did:plc:a', 'self', '3n')).toBe(true)
  })
  it('takes an account away once', () => {
    const handed = handedPosts(0)
    handed.hand('did:plc:a', 'one', '3a')
    handed.hand('did:plc:a', 'two', '3a')
    handed.hand('did:plc:ab', 'one', '3a')
    handed.drop('did:plc:a', 'two', '3b')
    expect(handed.dropAccount('did:plc:a')).toEqual(['one'])
    expect(handed.dropAccount('did:plc:a')).toEqual([])
    expect(handed.hand('did:plc:a', 'one', '3c')).toBe(false)
  })
  it('reads the time out of a key', () => {
    expect(new Date(timeOfTid('3mptbyplj5d2a') ?? 0).toISOString()).toMatch(/^2026-07-04T14:38/)
    expect(timeOfTid('self')).toBeNull()
  })
})

import { describe, expect, it, test } from 'vitest'
import { roleNames, type RoleName, type Access } from '../contract/call.ts'
import { mayAsk, roleCodes, rolesOf } from './roles.ts'

test.each([
  [[], []],
  [[0], ['admin']],
  [
    [8, 5],
    ['partner', 'teamOwner'],
  ],
  [[6, 6], ['support']],
  [[4, 7, 99, -1], []],
  [[1, 42], ['moderator']],
])('the codes %j are %j', (codes, words) => {
  expect(rolesOf(codes)).toEqual(words)
})

it('every role has a code of its own, and its code is read back', () => {
  expect(new Set(Object.values(roleCodes)).size).toBe(roleNames.length)
  for (const role of roleNames) expect(rolesOf([roleCodes[role]])).toEqual([role])
})

describe('may ask', () => {
  const guest = null
  test.each<[Access, readonly RoleName[] | null, boolean]>([
    ['anyone', guest, true],
    ['anyone', [], true],
    ['anyone', ['admin'], true],
    ['customer', guest, false],
    ['customer', [], true],
    ['customer', ['partner'], true],
    ['support', guest, false],
    ['support', [], false],
    ['support', ['partner', 'moderator'], false],
    ['support', ['support'], true],
    ['support', ['partner', 'support'], true],
    // No one is let in for being more: an admin who answers for support holds that role too. Moderation, the categories and the blog alone are theirs as well.
    ['moderator', ['admin'], true],
    ['categoryEditor', ['admin'], true],
    ['blogEditor', ['admin'], true],
    ['blogEditor', ['moderator', 'categoryEditor', 'support'], false],
    ['categoryEditor', ['categoryEditor'], true],
    ['categoryEditor', ['blogEditor', 'moderator', 'support'], false],
    ['categoryEditor', guest, false],
    ['admin', ['categoryEditor'], false],
    ['support', ['admin'], false],
    ['admin', ['admin'], true],
    ['admin', ['support', 'teamOwner'], false],
  ])('%s: %j → %s', (who, roles, allowed) => {
    expect(mayAsk(who, roles)).toBe(allowed)
  })

  it('every role opens its own door and no other, but the admin moderates, keeps the categories and writes the blog', () => {
    for (const door of roleNames) {
      for (const role of roleNames) {
        const isAdmins = role === 'admin' && ['moderator', 'categoryEditor', 'blogEditor'].includes(door)
        expect(mayAsk(door, [role])).toBe(door === role || isAdmins)
      }
    }
  })
})

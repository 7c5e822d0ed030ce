/** Role codes as they stand on the wire (spec §6); everywhere else roles go by word. */
import type { RoleName, Who } from '../contract/call.ts'

export const roleCodes: Record<RoleName, number> = {
  admin: 0,
  moderator: 1,
  blogEditor: 2,
  categoryEditor: 3,
  partner: 5,
  support: 6,
  teamOwner: 8,
}

/** The words of the codes; a code nobody knows is left out. */
export function rolesOf(codes: readonly number[]): RoleName[] {
  const words: RoleName[] = []
  for (const [word, code] of Object.entries(roleCodes) as [RoleName, number][])
    if (codes.includes(code)) words.push(word)
  return words
}

/** May somebody with these roles ask? `roles` is null for a guest. */
export function mayAsk(who: Who, roles: readonly RoleName[] | null): boolean {
  if (who === 'anyone') return true
  if (roles === null) return false
  // An admin moderates too (spec §4 Spam and moderation).
  return who === 'customer' || roles.includes(who) || (who === 'moderator' && roles.includes('admin'))
}

/** Role codes as they stand on the wire (spec §6); everywhere else roles go by word. */
import type { RoleName, Access } from '../contract/call.ts'
import { staffRoleNames } from '../contract/staff-roles.ts'

export const roleCodes: Record<RoleName, number> = {
  admin: 0,
  moderator: 1,
  blogEditor: 2,
  categoryEditor: 3,
  partner: 5,
  support: 6,
  teamOwner: 8,
}

/** The words of the codes; a code no one knows is left out. */
export function rolesOf(codes: readonly number[]): RoleName[] {
  const words: RoleName[] = []
  for (const [word, code] of Object.entries(roleCodes) as [RoleName, number][])
    if (codes.includes(code)) words.push(word)
  return words
}

/** Their account is not theirs alone. */
export const isStaffRole = (role: string): boolean => staffRoleNames.some((each) => each === role)
export const isStaff = (roles: readonly string[]): boolean => roles.some(isStaffRole)

/** Without their second factor the roles of staff are inactive, where one is asked of them. */
export function splitRoles(roles: readonly RoleName[], asStaff: boolean): { active: RoleName[]; inactive: RoleName[] } {
  const isInactive = (role: RoleName): boolean => !asStaff && isStaffRole(role)
  return { active: roles.filter((role) => !isInactive(role)), inactive: roles.filter(isInactive) }
}

/** An admin moderates too (spec §4 Spam and moderation). */
export const moderates = (roles: readonly RoleName[]): boolean => roles.includes('moderator') || roles.includes('admin')

/** An admin writes the blog too. */
const editsBlog = (roles: readonly RoleName[]): boolean => roles.includes('blogEditor') || roles.includes('admin')

/** An admin keeps the categories too. */
const keepsCategories = (roles: readonly RoleName[]): boolean =>
  roles.includes('categoryEditor') || roles.includes('admin')

/** May someone with these roles ask? `roles` is null for a guest. */
export function mayAsk(who: Access, roles: readonly RoleName[] | null): boolean {
  if (who === 'anyone') return true
  if (roles === null) return false
  if (who === 'moderator') return moderates(roles)
  if (who === 'blogEditor') return editsBlog(roles)
  return who === 'customer' || (who === 'categoryEditor' ? keepsCategories(roles) : roles.includes(who))
}

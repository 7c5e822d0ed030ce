import type { RoleName } from './call.ts'

/** Roles of who works for the service: an admin gives and takes them; `partner` and `teamOwner` are taken up by people themselves. */
export const staffRoleNames = [
  'admin',
  'support',
  'moderator',
  'categoryEditor',
  'blogEditor',
] as const satisfies RoleName[]
export type StaffRole = (typeof staffRoleNames)[number]

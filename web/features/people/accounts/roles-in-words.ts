import { roleTitles } from '../../../../rules/role-titles.ts'
import { rolesOf } from '../../../../rules/roles.ts'

/** The roles of a person in words, by their codes on the wire. */
export function rolesInWords(codes: readonly number[]): string[] {
  return rolesOf(codes).map((role) => roleTitles[role])
}

/** May this call be made by this identity? The gate asks nothing else, and asks it of every call. */
import { apiScopes, type ApiScope, type Call, type MaskUse } from '../contract/call.ts'
import { personAsking, type Identity } from './identity.ts'
import { mayAsk } from './roles.ts'

/**
 * What the call declares decides: roles by `access`, ways of asking by `scope` and `byNotice`.
 * @param maskUse how it is used under a mask (rules/mask.ts); null: not at all
 * @returns null where it may be made
 */
export function decidePermission(
  { access, scope, byNotice }: Pick<Call, 'access' | 'scope' | 'byNotice'>,
  identity: Identity,
  maskUse: MaskUse | null,
): 'UNAUTHORIZED' | 'FORBIDDEN' | 'SECOND_FACTOR_REQUIRED' | 'MASK_NOT_ALLOWED' | null {
  if (identity.kind === 'guest') return access === 'anyone' ? null : 'UNAUTHORIZED'
  if (identity.kind === 'api-key' && !(isApiScope(scope) && identity.scopes.includes(scope))) return 'FORBIDDEN'
  if (identity.kind === 'notice' && !byNotice) return 'FORBIDDEN'
  if (identity.kind === 'acting-as' && (scope === 'self' || maskUse === null)) return 'MASK_NOT_ALLOWED'
  const person = personAsking(identity)
  if (mayAsk(access, person?.roles ?? null)) return null
  return person?.inactiveRoles && mayAsk(access, [...person.roles, ...person.inactiveRoles])
    ? 'SECOND_FACTOR_REQUIRED'
    : 'FORBIDDEN'
}

const isApiScope = (scope: Call['scope']): scope is ApiScope =>
  (apiScopes as readonly (string | undefined)[]).includes(scope)

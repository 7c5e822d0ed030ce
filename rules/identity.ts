/** Who asks, in every way there is to say it (`server/gate/identity.ts` finds out which). */
import type { ApiScope, RoleName } from '../contract/call.ts'
import { isStaffRole } from './roles.ts'

export interface Person {
  id: number
  roles: RoleName[]
  /** Roles of staff that they hold and do not get before they have a second factor. */
  inactiveRoles?: RoleName[]
}

export type Identity =
  | { kind: 'guest' }
  /** A browser, or an app, that signed in. */
  | { kind: 'session'; person: Person; sessionId: number }
  /** A program of the person's own, with as much of their power as the key was given. */
  | { kind: 'api-key'; person: Person; keyId: number; scopes: readonly ApiScope[] }
  /** A press beside a notice that reached the person elsewhere: in a chat that is linked to them, by a signed link of a letter. */
  | { kind: 'notice'; person: Person }
  /** Support looks at the service as `person` sees it, until then (decisions §4): `actor` is who really sits there, in a session of theirs. */
  | { kind: 'acting-as'; person: Person; actor: Person; sessionId: number; maskId: number; until: Date }

/**
 * In whose name the call is made; null for a guest. Roles of staff belong to the person at the keyboard alone: neither a key nor
 * a press beside a notice nor anyone who acts for the person gets them.
 */
export function personAsking(identity: Identity): Person | null {
  switch (identity.kind) {
    case 'guest':
      return null
    case 'session':
      return identity.person
    case 'api-key':
    case 'notice':
    case 'acting-as':
      return { ...identity.person, roles: identity.person.roles.filter((role) => !isStaffRole(role)) }
  }
}

/** Who is really there: of a mask the one who wears it; null for a guest. */
export const actorOf = (identity: Identity): Person | null =>
  identity.kind === 'acting-as' ? identity.actor : personAsking(identity)

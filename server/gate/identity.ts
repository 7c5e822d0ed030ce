/** Who is asking: the one place that finds out, for calls and for sockets alike. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Identity } from '../../rules/identity.ts'
import { findSession } from '../features/people/accounts/accounts.public.ts'
import type { AppContext } from '../kit/context.ts'
import { sessionCookieName } from './cookies.ts'

/** What a request brings to show who sent it. */
export interface Credentials {
  headers: IncomingHttpHeaders
  cookies: Readonly<Record<string, string | undefined>>
}

/**
 * One way to show it. Null: the request brings nothing of the kind, and the next one is tried. What is brought and is not good
 * may be refused by throwing: a wrong key is no guest.
 */
export type IdentityStrategy = (credentials: Credentials) => Promise<Identity | null>

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>

/** The session's token in the browser's cookie; one that is over makes a guest, one that wears a mask acts as someone else. */
export const bySessionCookie =
  ({ db, clock, config }: Context): IdentityStrategy =>
  async ({ cookies }) => {
    const token = cookies[sessionCookieName(config)]
    const found = token ? await findSession(db, clock, config, token) : null
    if (!found) return null
    const { person, sessionId, mask } = found
    if (!mask) return { kind: 'session', person, sessionId }
    return { kind: 'acting-as', person: mask.person, actor: person, sessionId, maskId: mask.id, until: mask.until }
  }

/** The first strategy that recognizes the request decides; whom none knows is a guest. */
export function identityResolver(
  strategies: readonly IdentityStrategy[],
): (credentials: Credentials) => Promise<Identity> {
  return async (credentials) => {
    for (const strategy of strategies) {
      const identity = await strategy(credentials)
      if (identity) return identity
    }
    return { kind: 'guest' }
  }
}

export type ResolveIdentity = ReturnType<typeof identityResolver>

/** As the service does it: in this order. */
export const openIdentityResolver = (context: Context): ResolveIdentity => identityResolver([bySessionCookie(context)])

/** Whose calls are counted together: a key and support's own doing cost the person none of theirs. Null: a guest. */
export function rateLimitSubject(identity: Identity): string | number | null {
  switch (identity.kind) {
    case 'guest':
      return null
    case 'session':
    case 'notice':
      return identity.person.id
    case 'api-key':
      return `key ${identity.keyId}`
    case 'acting-as':
      return `actor ${identity.actor.id}`
  }
}

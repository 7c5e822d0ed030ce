/** How somebody comes in, whichever way he showed who he is: one session begins, the one this browser had ends. */
import type { User } from '../../../contract/accounts.ts'
import type { SocialNetworkName } from '../../../contract/social.ts'
import type { Config } from '../../config.ts'
import type { Asking } from '../../kit/asking.ts'
import { audit } from '../../kit/audit.ts'
import { tell } from '../../kit/jobs.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Tx } from '../../kit/sql.ts'
import { takeGuestCart } from '../cart/cart.public.ts'
import { findUser } from './find-user.ts'
import { rememberDevice } from './known-device.ts'
import { endSessions, openSession } from './sessions.ts'

export type WayIn = 'password' | 'registration' | 'recovery' | 'new password' | SocialNetworkName

/**
 * Opens a session and hands its token to the browser. A token is never carried over a sign-in.
 * @param before what belongs to it and happens in the same transaction, before the session begins
 */
export async function signIn(
  asking: Asking,
  config: Pick<Config, 'sessionDays' | 'secretKey' | 'production'>,
  userId: number,
  way: WayIn,
  before?: (tx: Tx) => Promise<void>,
): Promise<{ user: User }> {
  const { db, clock, person } = asking
  const { token, user } = await db.transaction().execute(async (tx) => {
    await before?.(tx)
    if (person) await endSessions(tx, clock, { userId: person.id, sessionId: person.sessionId })
    const opened = await openSession(tx, clock, config.sessionDays, userId, asking)
    await audit(tx, clock, asking, {
      actorId: userId,
      userId,
      action: 'signed-in',
      details: { way, session: opened.sessionId },
    })
    await tell(tx, clock, 'account.signed-in', { userId, sessionId: opened.sessionId })
    await takeGuestCart(tx, asking, userId)
    const found = await findUser(tx, userId)
    if (!found) throw new Refusal('NOT_FOUND')
    return { token: opened.token, user: found }
  })
  asking.setSessionToken(token)
  rememberDevice(asking, config, userId)
  return { user }
}

/** How someone comes in, whichever way they showed who they are: one session begins, the one this browser had ends. */
import type { User } from '../../../../contract/people/accounts.ts'
import type { CallContext } from '../../../kit/context.ts'
import { recordAuditEntry } from '../../../kit/audit.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { Tx } from '../../../kit/sql.ts'
import { findUser } from './find-user.ts'
import { rememberDevice } from './known-device.ts'
import { hasSecondFactor } from './second-factor.ts'
import { issueSecondStepTicket, type WayIn } from './second-step-ticket.ts'
import { endSessions, openSession } from './sessions.ts'

/** Someone who came in, or who has to show a code with this ticket first. */
type SignedOrSecondStep = { user: User; secondStep: null } | { user: null; secondStep: string }

/**
 * For who has shown the first of what is asked for. Anyone who has a second factor gets no session yet.
 * @param before what belongs to it and happens whether or not a second step follows
 */
export async function signIn(
  ctx: CallContext,
  userId: number,
  way: WayIn,
  before?: (tx: Tx) => Promise<void>,
): Promise<SignedOrSecondStep> {
  if (!(await hasSecondFactor(ctx.db, userId))) {
    const { user } = await openSignedIn(ctx, userId, way, before)
    return { user, secondStep: null }
  }
  await ctx.db.transaction().execute(async (tx) => before?.(tx))
  return { user: null, secondStep: await issueSecondStepTicket(ctx, userId, way) }
}

/**
 * Opens a session and hands its token to the browser. A token is never carried over a sign-in.
 * @param before what belongs to it and happens in the same transaction, before the session begins
 */
export async function openSignedIn(
  ctx: CallContext,
  userId: number,
  way: WayIn,
  before?: (tx: Tx) => Promise<void>,
): Promise<{ user: User }> {
  const { db, clock, identity, config } = ctx
  const { token, user } = await db.transaction().execute(async (tx) => {
    await before?.(tx)
    if (identity.kind === 'session')
      await endSessions(tx, clock, { userId: identity.person.id, sessionId: identity.sessionId })
    const opened = await openSession(tx, clock, config.sessionDays, userId, ctx)
    await recordAuditEntry(tx, clock, ctx, {
      actorId: userId,
      userId,
      action: 'signed-in',
      details: { way, session: opened.sessionId },
    })
    for (const onSignIn of ctx.hooks.onSignIn) await onSignIn(tx, ctx, userId)
    const found = await findUser(tx, userId)
    if (!found) throw new AppError('NOT_FOUND')
    return { token: opened.token, user: found }
  })
  ctx.setSessionToken(token)
  rememberDevice(ctx, userId)
  return { user }
}

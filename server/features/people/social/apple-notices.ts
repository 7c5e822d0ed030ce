/** What Apple reports by itself about those who came in through it. */
import type { CallContext } from '../../../kit/context.ts'
import { AppError } from '../../../kit/app-error.ts'
import { endSessions } from '../accounts/accounts.public.ts'
import type { Apple, AppleNotice } from './apple.ts'
import { SocialNetworkError } from './sign-in-network.ts'
import { deleteLinked, findLinked, forgetToken } from './network-accounts.ts'

/** Refuses what Apple has not signed; what cannot be checked now, Apple sends again. */
export async function readNotice(apple: Apple, { clock, log }: CallContext, payload: string): Promise<AppleNotice> {
  try {
    return await apple.readNotice(clock, payload)
  } catch (error) {
    if (!(error instanceof SocialNetworkError)) throw error
    log.warn({ reason: error.message }, 'a notice in the name of Apple is refused')
    throw new AppError(error.passing ? 'NETWORK_SIGN_IN_FAILED' : 'FORBIDDEN')
  }
}

/** The same notice twice changes nothing; one about someone unknown neither. */
export async function followNotice({ db, clock, log }: CallContext, { type, externalId }: AppleNotice): Promise<void> {
  log.info({ type }, 'a notice of Apple')
  await db.transaction().execute(async (tx) => {
    const linked = await findLinked(tx, 'apple', externalId)
    if (!linked) return
    if (type === 'consent-revoked') {
      // They went out there, and so here. Should they give their consent again, they come into the account they have.
      await forgetToken(tx, linked)
      await endSessions(tx, clock, { userId: linked.userId })
    } else if (type === 'account-delete' || type === 'account-deleted') {
      // No one comes in by it any more. Anyone who is in stays in: they may have to create a password yet.
      await deleteLinked(tx, clock, null, linked)
    }
    // email-disabled, email-enabled: whether Apple sends mail on. Ours goes out all the same, and Apple drops it.
  })
}

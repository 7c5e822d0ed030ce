/** Networks one does not come in through any more. */
import type { SocialNetworkName } from '../../../../contract/people/social.ts'
import type { Config } from '../../../config/config.ts'
import type { CallContext } from '../../../kit/context.ts'
import type { Clock } from '../../../kit/clock.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { Db } from '../../../kit/sql.ts'
import { deleteLinked, forgetToken, listLinked, openToken, type Linked } from './network-accounts.ts'
import { SocialNetworkError } from './sign-in-network.ts'
import { openSocialNetworks, type Networks } from './networks.ts'

/** The way stays when there is no other: neither a password nor another network. */
export async function unlink(
  ctx: CallContext,
  networks: Networks,
  userId: number,
  network: SocialNetworkName,
): Promise<void> {
  const { db, clock, log, config } = ctx
  const gone = await db.transaction().execute(async (tx) => {
    // Held until the end: of two browsers that take away the last two ways, one is refused.
    const { passwordHash } = await tx
      .selectFrom('users')
      .select('passwordHash')
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const linked = await listLinked(tx, userId)
    const found = linked.find((one) => one.network === network)
    if (!found) return null
    if (passwordHash === null && linked.length === 1) throw new AppError('LAST_SIGN_IN_METHOD')
    await deleteLinked(tx, clock, ctx, found)
    return found
  })
  if (!gone) return
  try {
    await giveBack(networks, clock, config, gone)
  } catch (error) {
    if (!(error instanceof SocialNetworkError)) throw error
    // Out of courtesy only: without the row the token opens nothing here.
    log.warn({ network, reason: error.message }, 'a network was not told that it is unlinked')
  }
}

/**
 * Takes back the consent at every network that asks for it; the rows go with the account. Throws while a network cannot be
 * reached, and may then be called again.
 */
export async function forgetNetworks(
  { db, clock, config }: { db: Db; clock: Clock; config: Config },
  userId: number,
): Promise<void> {
  const networks = openSocialNetworks(config)
  for (const linked of await listLinked(db, userId)) {
    try {
      await giveBack(networks, clock, config, linked)
    } catch (error) {
      // Reported that the token is none, we need not ask again.
      if (!(error instanceof SocialNetworkError) || error.passing) throw error
    }
    await forgetToken(db, linked)
  }
}

async function giveBack({ apple }: Networks, clock: Clock, config: Config, linked: Linked): Promise<void> {
  const token = openToken(config, linked)
  if (linked.network === 'apple' && apple && token !== null) await apple.revoke(clock, token)
}

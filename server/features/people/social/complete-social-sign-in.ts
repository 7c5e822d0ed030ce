/** Someone came back from a network, and it is known who they are there: which account they come into here. */
import { usernameLength } from '../../../../contract/people/accounts.ts'
import { hasUnseenSigns } from '../../../../rules/username.ts'
import type { CallContext } from '../../../kit/context.ts'
import { postLetter } from '../../../kit/mail/post-letter.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'
import { createAccount, knownTimeZone, signIn } from '../accounts/accounts.public.ts'
import { keepReferral } from '../referrals/referrals.public.ts'
import { networkLinkedLetter } from './letters.ts'
import type { SocialIdentity } from './sign-in-network.ts'
import { findLinked, insertLinked, listLinked, lockIdentity, refreshLinked } from './network-accounts.ts'
import { pathAfterSignIn, pathToSecondStep } from './safe-redirect-path.ts'
import type { CollectedSignIn } from './sign-in-state.ts'

type CameBack = Omit<CollectedSignIn, 'outcome'> & { identity: SocialIdentity }

/** @returns the path of the page to go on to */
export async function completeSocialSignIn(ctx: CallContext, back: CameBack): Promise<string> {
  if (back.intent === 'link') {
    await ctx.db.transaction().execute((tx) => link(tx, ctx, back))
    return back.cameFrom
  }
  const { userId, fresh } = await ctx.db.transaction().execute((tx) => findOrMakeAccount(tx, ctx, back))
  const { secondStep } = await signIn(ctx, userId, back.network)
  if (secondStep !== null) return pathToSecondStep(secondStep)
  return fresh ? back.onRegistered : pathAfterSignIn(back.cameFrom)
}

async function link(tx: Tx, ctx: CallContext, { network, userId, identity }: CameBack): Promise<void> {
  const { config } = ctx
  // Anyone who signed out meanwhile, or is someone else now, must not get it.
  if (userId === null || ctx.person?.id !== userId) throw new AppError('UNAUTHORIZED')
  await lockIdentity(tx, network, identity.externalId)
  const linked = await findLinked(tx, network, identity.externalId)
  if (linked && linked.userId !== userId) throw new AppError('NETWORK_ACCOUNT_ALREADY_LINKED')
  if (linked) await refreshLinked(tx, config, network, identity)
  else await linkTo(tx, ctx, { network, identity, userId })
}

async function findOrMakeAccount(
  tx: Tx,
  ctx: CallContext,
  back: CameBack,
): Promise<{ userId: number; fresh: boolean }> {
  const { config } = ctx
  const { network, identity, intent } = back
  await lockIdentity(tx, network, identity.externalId)
  const linked = await findLinked(tx, network, identity.externalId)
  if (linked) {
    await refreshLinked(tx, config, network, identity)
    return { userId: linked.userId, fresh: false }
  }
  const known = await findByProvenEmail(tx, identity)
  if (known !== null) {
    await linkTo(tx, ctx, { network, identity, userId: known })
    return { userId: known, fresh: false }
  }
  if (intent !== 'reg') throw new AppError('NETWORK_ACCOUNT_NOT_FOUND')
  return { userId: await register(tx, ctx, back), fresh: true }
}

/** Both sides have shown that the e-mail is theirs: the network vouches for it, and a code of ours was entered. */
async function findByProvenEmail(db: DbOrTx, { email, emailVerified }: SocialIdentity): Promise<number | null> {
  if (email === null || !emailVerified) return null
  const row = await db
    .selectFrom('users')
    .select('id')
    .where((where) => where(where.fn('lower', ['email']), '=', email.toLowerCase()))
    .where('emailApprove', '=', true)
    .executeTakeFirst()
  return row?.id ?? null
}

/** An e-mail that someone entered and never confirmed is not given away: EMAIL_ALREADY_REGISTERED leads to the recovery of its password. */
async function register(tx: Tx, ctx: CallContext, { network, identity, referral }: CameBack): Promise<number> {
  const { config } = ctx
  const { email, emailVerified } = identity
  const userId = await createAccount(
    tx,
    ctx,
    {
      email: emailVerified ? email : null,
      emailApprove: emailVerified,
      pendingEmail: emailVerified ? null : email,
      password: null,
      username: usernameOf(identity),
      timeZone: knownTimeZone(undefined),
    },
    ctx,
  )
  await keepReferral(tx, ctx.clock, userId, referral)
  await insertLinked(tx, ctx.clock, config, ctx, { network, identity, userId })
  return userId
}

/** To an account there is: its owner is informed by letter, so that no one else gets a way in unseen. */
async function linkTo(
  tx: Tx,
  ctx: CallContext,
  what: Pick<CameBack, 'network' | 'identity'> & { userId: number },
): Promise<void> {
  const { config } = ctx
  // Held until the end, so that two browsers do not link two of one network.
  const owner = tx.selectFrom('users').select(['email', 'emailApprove']).where('id', '=', what.userId).forUpdate()
  const { email, emailApprove } = await owner.executeTakeFirstOrThrow()
  const networks = await listLinked(tx, what.userId)
  if (networks.some(({ network }) => network === what.network)) throw new AppError('NETWORK_ALREADY_LINKED')
  await insertLinked(tx, ctx.clock, config, ctx, what)
  if (email !== null && emailApprove)
    await postLetter(tx, ctx.clock, email, networkLinkedLetter(config.siteUrl, what.network))
}

/** Addresses at which Apple hides a person's own: they say nothing of their name. */
const relay = '@privaterelay.appleid.com'

function usernameOf({ name, email }: SocialIdentity): string {
  const clean = name
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/./gsu, (sign) => (hasUnseenSigns(sign) ? '' : sign))
    .trim()
  const fallback = email === null || email.toLowerCase().endsWith(relay) ? '' : email.split('@')[0]
  return Array.from(clean || fallback || 'Без имени')
    .slice(0, usernameLength)
    .join('')
}

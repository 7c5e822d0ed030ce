/** Somebody came back from a network, and it is known who he is there: which account he comes into here. */
import { usernameLength } from '../../../contract/accounts.ts'
import type { Config } from '../../config.ts'
import type { Asking } from '../../kit/asking.ts'
import { postLetter } from '../../kit/mail/post-letter.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { DbOrTx, Tx } from '../../kit/sql.ts'
import { createAccount, knownTimeZone, signIn } from '../accounts/accounts.public.ts'
import { keepReferral } from '../partner/partner.public.ts'
import { networkLinkedLetter } from './letters.ts'
import type { Identity } from './network.ts'
import { findLinked, insertLinked, listLinked, lockIdentity, refreshLinked } from './network-accounts.ts'
import { pathAfterRegistration, pathAfterSignIn } from './own-path.ts'
import type { CollectedSignIn } from './sign-in-state.ts'

type CameBack = Omit<CollectedSignIn, 'outcome'> & { identity: Identity }

/** @returns the path of the page to go on to */
export async function comeIn(asking: Asking, config: Config, back: CameBack): Promise<string> {
  if (back.intent === 'link') {
    await asking.db.transaction().execute((tx) => link(tx, asking, config, back))
    return back.cameFrom
  }
  const { userId, fresh } = await asking.db.transaction().execute((tx) => findOrMakeAccount(tx, asking, config, back))
  await signIn(asking, config, userId, back.network)
  return fresh ? pathAfterRegistration : pathAfterSignIn(back.cameFrom)
}

async function link(tx: Tx, asking: Asking, config: Config, { network, userId, identity }: CameBack): Promise<void> {
  // Whoever signed out meanwhile, or is somebody else now, must not get it.
  if (userId === null || asking.person?.id !== userId) throw new Refusal('UNAUTHORIZED')
  await lockIdentity(tx, network, identity.externalId)
  const linked = await findLinked(tx, network, identity.externalId)
  if (linked && linked.userId !== userId) throw new Refusal('NETWORK_ACCOUNT_TAKEN')
  if (linked) await refreshLinked(tx, config, network, identity)
  else await linkTo(tx, asking, config, { network, identity, userId })
}

async function findOrMakeAccount(
  tx: Tx,
  asking: Asking,
  config: Config,
  back: CameBack,
): Promise<{ userId: number; fresh: boolean }> {
  const { network, identity, intent } = back
  await lockIdentity(tx, network, identity.externalId)
  const linked = await findLinked(tx, network, identity.externalId)
  if (linked) {
    await refreshLinked(tx, config, network, identity)
    return { userId: linked.userId, fresh: false }
  }
  const known = await findByProvenEmail(tx, identity)
  if (known !== null) {
    await linkTo(tx, asking, config, { network, identity, userId: known })
    return { userId: known, fresh: false }
  }
  if (intent !== 'reg') throw new Refusal('NETWORK_ACCOUNT_UNKNOWN')
  return { userId: await register(tx, asking, config, back), fresh: true }
}

/** Both sides have shown that the e-mail is theirs: the network vouches for it, and a code of ours was entered. */
async function findByProvenEmail(db: DbOrTx, { email, emailVerified }: Identity): Promise<number | null> {
  if (email === null || !emailVerified) return null
  const row = await db
    .selectFrom('users')
    .select('id')
    .where((where) => where(where.fn('lower', ['email']), '=', email.toLowerCase()))
    .where('emailApprove', '=', true)
    .executeTakeFirst()
  return row?.id ?? null
}

/** An e-mail that somebody entered and never confirmed is not given away: EMAIL_TAKEN leads to the recovery of its password. */
async function register(
  tx: Tx,
  asking: Asking,
  config: Config,
  { network, identity, referral }: CameBack,
): Promise<number> {
  const { email, emailVerified } = identity
  const userId = await createAccount(
    tx,
    asking.clock,
    {
      email: emailVerified ? email : null,
      emailApprove: emailVerified,
      pendingEmail: emailVerified ? null : email,
      password: null,
      username: usernameOf(identity),
      timeZone: knownTimeZone(undefined),
    },
    asking,
  )
  await keepReferral(tx, asking.clock, userId, referral)
  await insertLinked(tx, asking.clock, config, asking, { network, identity, userId })
  return userId
}

/** To an account there is: its owner is told by letter, so that nobody else gets a way in unseen. */
async function linkTo(
  tx: Tx,
  asking: Asking,
  config: Config,
  what: Pick<CameBack, 'network' | 'identity'> & { userId: number },
): Promise<void> {
  // Held until the end, so that two browsers do not link two of one network.
  const owner = tx.selectFrom('users').select(['email', 'emailApprove']).where('id', '=', what.userId).forUpdate()
  const { email, emailApprove } = await owner.executeTakeFirstOrThrow()
  const networks = await listLinked(tx, what.userId)
  if (networks.some(({ network }) => network === what.network)) throw new Refusal('NETWORK_LINKED_ALREADY')
  await insertLinked(tx, asking.clock, config, asking, what)
  if (email !== null && emailApprove)
    await postLetter(tx, asking.clock, email, networkLinkedLetter(config.siteUrl, what.network))
}

/** Addresses at which Apple hides a person's own: they say nothing of his name. */
const relay = '@privaterelay.appleid.com'

function usernameOf({ name, email }: Identity): string {
  const clean = name
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  const fallback = email === null || email.toLowerCase().endsWith(relay) ? '' : email.split('@')[0]
  return Array.from(clean || fallback || 'Без имени')
    .slice(0, usernameLength)
    .join('')
}

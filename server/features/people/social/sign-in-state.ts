/** What is remembered of a sign-in while the browser is away at the network. Each is good once, and for the browser that began it. */
import { createHash, randomBytes } from 'node:crypto'
import type { Config } from '../../../config/config.ts'
import type { SocialNetworkName } from '../../../../contract/people/social.ts'
import type { ErrorCode } from '../../../../contract/errors.ts'
import type { CallContext } from '../../../kit/context.ts'
import { MINUTE, SECOND, type Clock } from '../../../kit/clock.ts'
import { seal, unseal } from '../../../kit/seal.ts'
import type { Db } from '../../../kit/sql.ts'
import type { Referral } from '../referrals/referrals.public.ts'
import type { SocialIdentity } from './sign-in-network.ts'

export type Intent = 'auth' | 'reg' | 'link'

/** Long enough to look for a forgotten password of the network's. */
const LIFE = 15 * MINUTE
/** A browser may be away in several tabs. */
const AT_ONCE = 5

interface NewSignIn {
  network: SocialNetworkName
  intent: Intent
  /** To whose account it is to be linked. */
  userId: number | null
  /** A path of ours. */
  cameFrom: string
  /** Another: where anyone goes who registers by it. */
  onRegistered: string
  referral: Referral
}

/** Who came back, or why no one did. */
export type SignInOutcome = { identity: SocialIdentity } | { refused: ErrorCode }

export interface CollectedSignIn extends NewSignIn {
  outcome: SignInOutcome
}

const random = (): string => randomBytes(32).toString('base64url')
const hashState = (state: string): Buffer => createHash('sha256').update(state).digest()

/** With `__Host-` no neighbouring domain can put its own in. */
const signInCookieName = (config: Pick<Config, 'production'>): string =>
  config.production ? '__Host-echolot-away' : 'echolot-away'

/** The states of the sign-ins that this browser is away for. */
const statesOf = (ctx: CallContext, config: Config): string[] =>
  (ctx.cookies[signInCookieName(config)] ?? '').split('.').filter((state) => state !== '')

export async function beginSocialSignIn(
  ctx: CallContext,
  signIn: NewSignIn,
): Promise<{ state: string; nonce: string; verifier: string }> {
  const { config } = ctx
  const begun = { state: random(), nonce: random(), verifier: random() }
  const now = ctx.clock.now()
  await ctx.db
    .insertInto('networkSignIns')
    .values({
      stateHash: hashState(begun.state),
      network: signIn.network,
      intent: signIn.intent,
      userId: signIn.userId,
      nonce: begun.nonce,
      verifier: begun.verifier,
      cameFrom: signIn.cameFrom,
      onRegistered: signIn.onRegistered,
      referral: JSON.stringify(signIn.referral),
      createdAt: now,
      expiresAt: new Date(now.getTime() + LIFE),
    })
    .execute()
  ctx.setCookie(
    signInCookieName(config),
    [...statesOf(ctx, config).slice(1 - AT_ONCE), begun.state].join('.'),
    LIFE / SECOND,
  )
  return begun
}

/** The network sends someone back: no one else can be sent back for this state. Null when it is not open. */
export async function takeSignIn(
  { db, clock }: { db: Db; clock: Clock },
  state: string,
  network: SocialNetworkName,
  intents: Intent[],
): Promise<{ nonce: string; verifier: string; intent: Intent } | null> {
  const row = await db
    .updateTable('networkSignIns')
    .set({ usedAt: clock.now() })
    .where('stateHash', '=', hashState(state))
    .where('network', '=', network)
    .where('intent', 'in', intents)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', clock.now())
    .returning(['nonce', 'verifier', 'intent'])
    .executeTakeFirst()
  return row ? { ...row, intent: row.intent as Intent } : null
}

const label = (state: string): string => `network outcome ${hashState(state).toString('hex')}`

/** Kept until the browser that began comes for it: what a form of another site brings, comes without its cookies. */
export async function keepOutcome(db: Db, { secretKey }: Config, state: string, outcome: SignInOutcome): Promise<void> {
  const sealed = seal(secretKey, label(state), JSON.stringify(outcome)).toString('base64')
  await db
    .updateTable('networkSignIns')
    .set({ outcome: JSON.stringify({ sealed }) })
    .where('stateHash', '=', hashState(state))
    .execute()
}

/** The browser comes for it: once. Null when it is another browser, too late, or no one came back from the network. */
export async function collectSignIn(ctx: CallContext, state: string): Promise<CollectedSignIn | null> {
  const { db, clock, config } = ctx
  const states = statesOf(ctx, config)
  if (!states.includes(state)) return null
  const others = states.filter((other) => other !== state)
  ctx.setCookie(signInCookieName(config), others.length > 0 ? others.join('.') : null, LIFE / SECOND)
  // Gone with what it knew of the person.
  const row = await db
    .deleteFrom('networkSignIns')
    .where('stateHash', '=', hashState(state))
    .where('outcome', 'is not', null)
    .where('expiresAt', '>', clock.now())
    .returning(['network', 'intent', 'userId', 'cameFrom', 'onRegistered', 'referral', 'outcome'])
    .executeTakeFirst()
  if (!row) return null
  const { sealed } = row.outcome as { sealed: string }
  const opened = unseal(config.secretKey, label(state), Buffer.from(sealed, 'base64'))
  if (opened === null) return null
  return {
    network: row.network as SocialNetworkName,
    intent: row.intent as Intent,
    userId: row.userId,
    cameFrom: row.cameFrom,
    onRegistered: row.onRegistered,
    referral: row.referral as unknown as Referral,
    outcome: JSON.parse(opened) as SignInOutcome,
  }
}

export async function forgetExpiredSignIns({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await db.deleteFrom('networkSignIns').where('expiresAt', '<=', clock.now()).execute()
}

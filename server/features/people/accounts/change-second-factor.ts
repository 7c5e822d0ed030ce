/** The second factor in the profile: set up, confirmed by a code of the app, switched off with the password and a code; or by an operator. */
import type { Config } from '../../../config/config.ts'
import { recordAuditEntry } from '../../../kit/audit.ts'
import { AppError } from '../../../kit/app-error.ts'
import { publish } from '../../../kit/bus.ts'
import { personOf, sessionIdOf, type AppContext, type CallContext, type Handlers } from '../../../kit/context.ts'
import { postLetter } from '../../../kit/mail/post-letter.ts'
import type { Tx } from '../../../kit/sql.ts'
import { findUser, findUserIdByEmail } from './find-user.ts'
import { secondFactorLetter } from './letters.ts'
import { checkOwnPassword } from './passwords.ts'
import { beginSecondFactor, confirmSecondFactor, deleteSecondFactor, hasSecondFactor } from './second-factor.ts'
import { beginSecondFactorTry, checkSecondFactor } from './second-step.ts'
import { endSessions } from './sessions.ts'

type Calls = 'startSecondFactor' | 'confirmSecondFactor' | 'removeSecondFactor'

export const secondFactorHandlers: Pick<Handlers<'accounts'>, Calls> = {
  async startSecondFactor(ctx, { password }) {
    const { id: userId } = personOf(ctx)
    const user = await checkStillThem(ctx, password)
    const account = user.email ?? user.username
    const begun = await ctx.db
      .transaction()
      .execute((tx) => beginSecondFactor(tx, ctx.clock, ctx.config, { userId, account }))
    if (!begun) throw new AppError('SECOND_FACTOR_ALREADY_SET')
    return begun
  },

  async confirmSecondFactor(ctx, { code }) {
    const { db, clock, config } = ctx
    const { id: userId } = personOf(ctx)
    const attempt = await beginSecondFactorTry(ctx, userId)
    const recoveryCodes = await db.transaction().execute(async (tx) => {
      const codes = await confirmSecondFactor(tx, clock, config, userId, code)
      if (!codes) return null
      // They came in without a code.
      await endSessions(tx, clock, { userId, except: sessionIdOf(ctx) })
      await record(tx, ctx, { actorId: userId, userId, from: ctx }, true)
      return codes
    })
    if (!recoveryCodes) throw new AppError('SECOND_FACTOR_INVALID')
    await attempt.takeBack()
    return { recoveryCodes }
  },

  async removeSecondFactor(ctx, { password, code }) {
    const { id: userId } = personOf(ctx)
    await checkStillThem(ctx, password)
    if (await hasSecondFactor(ctx.db, userId)) {
      await checkSecondFactor(ctx, userId, code)
      await ctx.db.transaction().execute(async (tx) => {
        await deleteSecondFactor(tx, userId)
        await record(tx, ctx, { actorId: userId, userId, from: ctx }, false)
      })
    }
    return {}
  },
}

/** A browser that was left open is not enough. Anyone who has no password can be asked for none. */
async function checkStillThem(ctx: CallContext, password: string | undefined) {
  const user = await findUser(ctx.db, personOf(ctx).id)
  if (!user) throw new AppError('UNAUTHORIZED')
  if (user.hasPassword) {
    if (password === undefined || password === '') throw new AppError('PASSWORD_REQUIRED')
    await checkOwnPassword(ctx, password)
  }
  return user
}

/**
 * Phone and recovery codes are lost, and someone at the service's own machine has found out who asks. All sessions end: one of them may be
 * on the lost phone.
 * @returns whether there was one; null when no one has this e-mail
 */
export async function removeLostSecondFactor(tx: Tx, house: House, email: string): Promise<boolean | null> {
  const userId = await findUserIdByEmail(tx, email)
  if (userId === null) return null
  const had = await hasSecondFactor(tx, userId)
  if (had) {
    await deleteSecondFactor(tx, userId)
    await endSessions(tx, house.clock, { userId })
    await record(tx, house, { actorId: null, userId, from: null }, false)
  }
  return had
}

type House = Pick<AppContext, 'clock'> & { config: Pick<Config, 'siteUrl'> }

async function record(
  tx: Tx,
  { clock, config }: House,
  { actorId, userId, from }: { actorId: number | null; userId: number; from: CallContext | null },
  on: boolean,
): Promise<void> {
  const action = on ? 'second-factor-on' : 'second-factor-off'
  await recordAuditEntry(tx, clock, from, { actorId, userId, action })
  // Of staff it decides what they see.
  await publish(tx, 'scope.changed', { userId })
  const user = await findUser(tx, userId)
  if (user?.email) await postLetter(tx, clock, user.email, secondFactorLetter(config.siteUrl, on))
}

/** The second factor in the profile: set up, confirmed by a code of the app, switched off with the password and a code. */
import { audit } from '../../../kit/audit.ts'
import { AppError } from '../../../kit/app-error.ts'
import { personOf, sessionIdOf, type CallContext, type Handlers } from '../../../kit/context.ts'
import { postLetter } from '../../../kit/mail/post-letter.ts'
import type { Tx } from '../../../kit/sql.ts'
import { findUser } from './find-user.ts'
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
      await record(tx, ctx, userId, true)
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
        await record(tx, ctx, userId, false)
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

async function record(tx: Tx, ctx: CallContext, userId: number, on: boolean): Promise<void> {
  const action = on ? 'second-factor-on' : 'second-factor-off'
  await audit(tx, ctx.clock, ctx, { actorId: userId, userId, action })
  const user = await findUser(tx, userId)
  if (user?.email) await postLetter(tx, ctx.clock, user.email, secondFactorLetter(ctx.config.siteUrl, on))
}

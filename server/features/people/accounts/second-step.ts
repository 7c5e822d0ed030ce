/** The second step of coming in: a code of the app, or a recovery code. */
import type { InputOf, ResultOf } from '../../../../contract/call.ts'
import type { accounts } from '../../../../contract/people/accounts.ts'
import { recordAuditEntry } from '../../../kit/audit.ts'
import type { CallContext } from '../../../kit/context.ts'
import { AppError } from '../../../kit/app-error.ts'
import { takeSecondFactor } from './second-factor.ts'
import { readSecondStep } from './second-step-ticket.ts'
import { beginTry, checkMost, forgetFailures, MOST_FROM_ONE, secondFactorKey, type Try } from './sign-in-failures.ts'
import { openSignedIn } from './sign-in.ts'

export async function takeSecondStep(
  ctx: CallContext,
  { secondStep, code }: InputOf<typeof accounts.takeSecondStep>,
): Promise<ResultOf<typeof accounts.takeSecondStep>> {
  const { userId, way } = await readSecondStep(ctx, secondStep)
  await checkSecondFactor(ctx, userId, code)
  return openSignedIn(ctx, userId, way)
}

/** Spends the code. Refuses with SECOND_FACTOR_INVALID; tries are counted by account, and by account and address. */
export async function checkSecondFactor(ctx: CallContext, userId: number, code: string): Promise<void> {
  const { db, clock, config } = ctx
  const attempt = await beginSecondFactorTry(ctx, userId)
  const right = await db.transaction().execute((tx) => takeSecondFactor(tx, clock, config, userId, code))
  if (!right) {
    await db
      .transaction()
      .execute((tx) => recordAuditEntry(tx, clock, ctx, { actorId: null, userId, action: 'second-factor-failed' }))
    throw new AppError('SECOND_FACTOR_INVALID')
  }
  await attempt.takeBack()
  await forgetFailures(db, secondFactorKey(userId, ctx.ip))
}

export async function beginSecondFactorTry({ db, clock, ip }: CallContext, userId: number): Promise<Try> {
  const [all, here] = [secondFactorKey(userId), secondFactorKey(userId, ip)]
  const attempt = await beginTry(db, clock, [all, here])
  await checkMost(db, clock, attempt, here, MOST_FROM_ONE)
  await checkMost(db, clock, attempt, all)
  return attempt
}

/** A password for anyone who has none yet, and another one for anyone who knows their own. */
import type { InputOf, ResultOf } from '../../../../contract/call.ts'
import type { accounts } from '../../../../contract/people/accounts.ts'
import { personOf, type CallContext } from '../../../kit/context.ts'
import { AppError } from '../../../kit/app-error.ts'
import { checkNotCommon, checkOwnPassword, hashPassword } from './passwords.ts'
import { replacePassword } from './replace-password.ts'
import { openSignedIn } from './sign-in.ts'

export async function createPassword(
  ctx: CallContext,
  { password }: InputOf<typeof accounts.createPassword>,
): Promise<ResultOf<typeof accounts.createPassword>> {
  const user = await getOwn(ctx)
  if (user.passwordHash !== null) throw new AppError('PASSWORD_ALREADY_SET')
  await checkNotCommon(password, user)
  const passwordHash = await hashPassword(password)
  return openSignedIn(ctx, user.id, 'new password', async (tx) => {
    const created = await replacePassword(tx, ctx, {
      userId: user.id,
      passwordHash,
      action: 'password-created',
      instead: null,
    })
    if (!created) throw new AppError('PASSWORD_ALREADY_SET')
  })
}

export async function updatePassword(
  ctx: CallContext,
  { password, newPassword }: InputOf<typeof accounts.updatePassword>,
): Promise<ResultOf<typeof accounts.updatePassword>> {
  const user = await getOwn(ctx)
  await checkOwnPassword(ctx, password)
  await checkNotCommon(newPassword, user)
  const passwordHash = await hashPassword(newPassword)
  return openSignedIn(ctx, user.id, 'new password', async (tx) => {
    const changed = await replacePassword(tx, ctx, {
      userId: user.id,
      passwordHash,
      action: 'password-changed',
      instead: user.passwordHash,
    })
    if (!changed) throw new AppError('PASSWORD_INVALID')
  })
}

async function getOwn(ctx: CallContext) {
  return ctx.db
    .selectFrom('users')
    .select(['id', 'email', 'username', 'passwordHash'])
    .where('id', '=', personOf(ctx).id)
    .executeTakeFirstOrThrow()
}

/** Coming in with e-mail and password. What is answered, and how long it takes, is the same whether there is such an account. */
import type { InputOf, ResultOf } from '../../../../contract/call.ts'
import type { accounts } from '../../../../contract/people/accounts.ts'
import type { CallContext } from '../../../kit/context.ts'
import { AppError } from '../../../kit/app-error.ts'
import { beginSignIn } from './begin-sign-in.ts'
import { tryPassword } from './passwords.ts'
import { signIn } from './sign-in.ts'

export async function logIn(
  ctx: CallContext,
  { email, password, captcha }: InputOf<typeof accounts.login>,
): Promise<ResultOf<typeof accounts.login>> {
  const user = await ctx.db
    .selectFrom('users')
    .select(['id', 'passwordHash'])
    .where((where) => where(where.fn('lower', ['email']), '=', email.trim().toLowerCase()))
    .executeTakeFirst()
  const { attempt, succeed, fail } = await beginSignIn(ctx, { email, userId: user?.id ?? null, captcha })
  if (!(await tryPassword(attempt, user?.passwordHash ?? null, password)) || !user)
    throw new AppError('CREDENTIALS_INVALID', { captcha: await fail() })
  await succeed()
  return signIn(ctx, user.id, 'password')
}

/** A password for whoever has none yet, and another one for whoever knows his own. */
import type { InputOf, ResultOf } from '../../../contract/call.ts'
import type { accounts } from '../../../contract/accounts.ts'
import type { Config } from '../../config.ts'
import { personOf, type Asking } from '../../kit/asking.ts'
import { Refusal } from '../../kit/refusal.ts'
import { checkNotCommon, checkOwnPassword, hashPassword } from './passwords.ts'
import { replacePassword } from './replace-password.ts'
import { signIn } from './sign-in.ts'

export async function createPassword(
  asking: Asking,
  config: Config,
  { password }: InputOf<typeof accounts.createPassword>,
): Promise<ResultOf<typeof accounts.createPassword>> {
  const user = await getOwn(asking)
  if (user.passwordHash !== null) throw new Refusal('PASSWORD_THERE')
  await checkNotCommon(password, user)
  const passwordHash = await hashPassword(password)
  return signIn(asking, config, user.id, 'new password', async (tx) => {
    const created = await replacePassword(tx, asking, config, {
      userId: user.id,
      passwordHash,
      action: 'password-created',
      instead: null,
    })
    if (!created) throw new Refusal('PASSWORD_THERE')
  })
}

export async function updatePassword(
  asking: Asking,
  config: Config,
  { password, newPassword }: InputOf<typeof accounts.updatePassword>,
): Promise<ResultOf<typeof accounts.updatePassword>> {
  const user = await getOwn(asking)
  await checkOwnPassword(asking, password)
  await checkNotCommon(newPassword, user)
  const passwordHash = await hashPassword(newPassword)
  return signIn(asking, config, user.id, 'new password', async (tx) => {
    const changed = await replacePassword(tx, asking, config, {
      userId: user.id,
      passwordHash,
      action: 'password-changed',
      instead: user.passwordHash,
    })
    if (!changed) throw new Refusal('WRONG_PASSWORD')
  })
}

async function getOwn(asking: Asking) {
  return asking.db
    .selectFrom('users')
    .select(['id', 'email', 'username', 'passwordHash'])
    .where('id', '=', personOf(asking).id)
    .executeTakeFirstOrThrow()
}

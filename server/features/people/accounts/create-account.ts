/** A new account: its row, what other features begin with it, and the line in the audit log. */
import type { RoleName } from '../../../../contract/call.ts'
import { recordAuditEntry } from '../../../kit/audit.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { AppContext, Hooks } from '../../../kit/context.ts'
import { isUniqueViolation, type Tx } from '../../../kit/sql.ts'
import { hashPassword } from './passwords.ts'

export interface NewAccount {
  /** Null for anyone who came through a network that confirmed none. */
  email: string | null
  emailApprove?: boolean
  /** An e-mail that they name and no one has confirmed yet. */
  pendingEmail?: string | null
  /** Null for anyone who comes in through a network or by codes from letters only. */
  password: string | { hash: string } | null
  username: string
  timeZone: string
  roles?: RoleName[]
}

export interface CreateAccountContext extends Pick<AppContext, 'clock'> {
  hooks: Pick<Hooks, 'onAccountCreated'>
}

/**
 * @param from the browser they came with; null for accounts that the service makes by itself
 * @returns the id of the new account. Refuses an e-mail that is taken; the transaction is of no more use then.
 */
export async function createAccount(
  tx: Tx,
  { clock, hooks }: CreateAccountContext,
  account: NewAccount,
  from: { ip: string; userAgent: string } | null = null,
): Promise<number> {
  const { email, password } = account
  const passwordHash = typeof password === 'string' ? await hashPassword(password) : (password?.hash ?? null)
  let userId: number
  try {
    const row = await tx
      .insertInto('users')
      .values({
        email,
        emailApprove: email !== null && (account.emailApprove ?? false),
        pendingEmail: account.pendingEmail ?? null,
        username: account.username,
        passwordHash,
        roles: account.roles ?? [],
        timeZone: account.timeZone,
        createdAt: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    userId = row.id
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_key')) throw new AppError('EMAIL_ALREADY_REGISTERED')
    throw error
  }
  for (const onAccountCreated of hooks.onAccountCreated) await onAccountCreated(tx, { clock }, userId)
  await recordAuditEntry(tx, clock, from, { actorId: from ? userId : null, userId, action: 'registered' })
  return userId
}

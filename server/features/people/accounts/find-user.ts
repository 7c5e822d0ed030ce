/** Who has an account, as the contract shows them. */
import type { RoleName } from '../../../../contract/call.ts'
import type { User } from '../../../../contract/people/accounts.ts'
import type { SocialNetworkName } from '../../../../contract/people/social.ts'
import { roleCodes } from '../../../../rules/roles.ts'
import type { DbOrTx } from '../../../kit/sql.ts'

export async function findUser(db: DbOrTx, userId: number): Promise<User | null> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'email', 'emailApprove', 'pendingEmail', 'username', 'phone', 'phoneApprove', 'notificationEmail'])
    .select(['passwordHash', 'roles', 'freeDirectLinks', 'timeZone', 'createdAt', 'deletionAt'])
    .select((select) =>
      select
        .selectFrom('networkAccounts')
        .select((network) =>
          network.fn.agg<string[] | null>('array_agg', ['network']).orderBy('network').as('networks'),
        )
        .whereRef('networkAccounts.userId', '=', 'users.id')
        .as('networks'),
    )
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('secondFactors')
          .select('secondFactors.userId')
          .whereRef('secondFactors.userId', '=', 'users.id')
          .where('confirmedAt', 'is not', null),
      ).as('secondFactor'),
    )
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!row) return null
  const { emailApprove, phoneApprove, passwordHash, roles, networks, createdAt, deletionAt, secondFactor, ...rest } =
    row
  return {
    ...rest,
    emailApprove,
    phoneApprove,
    hasPassword: passwordHash !== null,
    secondFactor: Boolean(secondFactor),
    networks: (networks ?? []) as SocialNetworkName[],
    role: (roles as RoleName[]).map((role) => roleCodes[role]),
    createdAt: createdAt.toISOString(),
    deletionAt: deletionAt?.toISOString() ?? null,
  }
}

/** Whose e-mail it is, in any case of its letters: confirmed, or taken before e-mails had to be. */
export async function findUserIdByEmail(db: DbOrTx, email: string): Promise<number | null> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where((where) => where(where.fn('lower', ['email']), '=', email.trim().toLowerCase()))
    .executeTakeFirst()
  return row?.id ?? null
}

/** Someone else has this e-mail. No one who asks over a call may learn it: they get the same answer, and a letter goes to its owner. */
export async function emailLooksTaken(db: DbOrTx, email: string, exceptUserId: number | null): Promise<boolean> {
  const userId = await findUserIdByEmail(db, email)
  return userId !== null && userId !== exceptUserId
}

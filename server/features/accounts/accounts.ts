/** Registration, signing in and out, and the history of it. */
import { hash, verify } from '@node-rs/argon2'
import type { RoleName } from '../../../contract/call.ts'
import type { User } from '../../../contract/accounts.ts'
import { roleCodes } from '../../../rules/roles.ts'
import { personOf, type Answers, type Asking } from '../../kit/asking.ts'
import { tell } from '../../kit/jobs.ts'
import { Refusal } from '../../kit/refusal.ts'
import { isUniqueViolation, type DbOrTx, type Tx } from '../../kit/sql.ts'
import type { Clock } from '../../kit/clock.ts'
import { createDefaultFilter } from '../filters/filters.public.ts'
import { endSessions, openSession } from './sessions.ts'

// OWASP's advice for argon2id: 19 MiB, two passes.
const argon = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Spent when there is no such account, so that an answer's time does not tell. */
const nobodysHash = hash('nobody', argon)

interface NewAccount {
  email: string
  password: string
  username: string
  timeZone: string
  roles?: RoleName[]
  emailApprove?: boolean
}

/** @returns the id of the new account. Refuses an e-mail that is taken. */
export async function createAccount(tx: Tx, clock: Clock, account: NewAccount): Promise<number> {
  const now = clock.now()
  const passwordHash = await hash(account.password, argon)
  let userId: number
  try {
    const row = await tx
      .insertInto('users')
      .values({
        email: account.email,
        username: account.username,
        passwordHash,
        emailApprove: account.emailApprove ?? false,
        roles: account.roles ?? [],
        timeZone: account.timeZone,
        createdAt: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    userId = row.id
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_key')) throw new Refusal('EMAIL_TAKEN')
    throw error
  }
  await createDefaultFilter(tx, clock, userId)
  await tell(tx, clock, 'account.registered', { userId })
  return userId
}

async function findUser(db: DbOrTx, userId: number): Promise<User | null> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'email', 'username', 'emailApprove', 'roles', 'timeZone'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!row) return null
  const { emailApprove, roles, ...rest } = row
  return { ...rest, email_approve: emailApprove, role: (roles as RoleName[]).map((role) => roleCodes[role]) }
}

async function signIn(asking: Asking, sessionDays: number, userId: number): Promise<{ user: User }> {
  const { token, sessionId } = await openSession(asking.db, asking.clock, sessionDays, userId, asking)
  await asking.db.transaction().execute((tx) => tell(tx, asking.clock, 'account.signed-in', { userId, sessionId }))
  const user = await findUser(asking.db, userId)
  if (!user) throw new Refusal('WRONG_CREDENTIALS')
  // The old session of this browser ends with the new one's beginning: a token is never carried over a sign-in.
  if (asking.person) await endSessions(asking.db, asking.clock, { sessionId: asking.person.sessionId })
  asking.setSessionToken(token)
  return { user }
}

function knownTimeZone(name: string | undefined): string {
  return name && Intl.supportedValuesOf('timeZone').includes(name) ? name : 'Europe/Moscow'
}

export function answerAccounts(sessionDays: number): Answers<'accounts'> {
  return {
    async getMe({ db, person }) {
      return { user: person ? await findUser(db, person.id) : null }
    },

    async register(asking, input) {
      const email = input.email.trim()
      const userId = await asking.db.transaction().execute((tx) =>
        createAccount(tx, asking.clock, {
          email,
          password: input.password,
          username: input.username?.trim() || (email.split('@')[0] ?? email),
          timeZone: knownTimeZone(input.timeZone),
        }),
      )
      return signIn(asking, sessionDays, userId)
    },

    async login(asking, { email, password }) {
      const account = await asking.db
        .selectFrom('users')
        .select(['id', 'passwordHash'])
        .where((where) => where(where.fn('lower', ['email']), '=', email.trim().toLowerCase()))
        .executeTakeFirst()
      const right = await verify(account?.passwordHash ?? (await nobodysHash), password)
      if (!account || !right) throw new Refusal('WRONG_CREDENTIALS')
      return signIn(asking, sessionDays, account.id)
    },

    async logout({ db, clock, person, setSessionToken }) {
      if (person) await endSessions(db, clock, { sessionId: person.sessionId })
      setSessionToken(null)
      return {}
    },

    async logoutAllDevices(asking) {
      const ended = await endSessions(asking.db, asking.clock, { userId: personOf(asking).id })
      asking.setSessionToken(null)
      return { ended }
    },

    async listAuthHistory(asking, input) {
      const person = personOf(asking)
      const limit = input.limit ?? 20
      const page = input.page ?? 1
      const mine = asking.db.selectFrom('sessions').where('userId', '=', person.id)
      const [{ total }, rows] = await Promise.all([
        mine.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
        mine
          .select(['id', 'createdAt', 'ip', 'userAgent'])
          .orderBy('createdAt', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .offset((page - 1) * limit)
          .execute(),
      ])
      return {
        docs: rows.map(({ id, createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString(), current: id === person.sessionId })),
        total,
        page,
        pages: Math.ceil(total / limit),
        limit,
      }
    },
  }
}

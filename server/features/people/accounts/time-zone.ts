import type { DbOrTx } from '../../../kit/sql.ts'

/** A name of the time zone database; browsers know older names too, and so does PostgreSQL. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Z][\w+-]*(\/[\w+-]+)*$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('ru', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** As a browser says it; Moscow when it says nothing sensible. */
export const knownTimeZone = (name: string | undefined): string =>
  name !== undefined && isTimeZone(name) ? name : 'Europe/Moscow'

/** By whose clock days and hours are theirs. @throws Error where there is no such person */
export async function readTimeZone(db: DbOrTx, userId: number): Promise<string> {
  const asker = db.selectFrom('users').select('timeZone').where('id', '=', userId)
  return (await asker.executeTakeFirstOrThrow()).timeZone
}

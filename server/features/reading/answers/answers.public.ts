/** What other parts may ask of answers. */
import { sql } from 'kysely'
import type { Tx } from '../../../kit/sql.ts'

/** This person answered the message; the first time counts. Says whether it is new. */
export async function recordAnswer(tx: Tx, answer: { userId: number; messageId: number; at: Date }): Promise<boolean> {
  const added = await tx
    .insertInto('answers')
    .values(answer)
    .onConflict((conflict) => conflict.doNothing())
    .returning('userId')
    .executeTakeFirst()
  return added !== undefined
}

/** They did not. Says whether it had been said that they did. */
export async function takeAnswersBack(tx: Tx, userId: number, messageIds: number[]): Promise<boolean> {
  const { rows } = await sql`
    delete from answers where user_id = ${userId} and message_id = any(${messageIds}::bigint[]) returning user_id`.execute(
    tx,
  )
  return rows.length > 0
}

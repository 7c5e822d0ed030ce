/**
 * The text of a message changed at its source: what was learnt of its old text is learnt again, and people who learnt nothing of
 * it but have it judged see it judged by the new one.
 */
import { sql } from 'kysely'
import { publish } from '../../../kit/bus.ts'
import type { Db } from '../../../kit/sql.ts'
import { learnMarks } from './learn-marks.ts'
import type { LearningContext } from './learning-context.ts'
import { findLayer, listDismissedBy } from './personal-model.ts'

interface EditedMessage {
  messageId: number
  text: string
}

export async function judgeEdited(ctx: LearningContext, messageId: number): Promise<void> {
  const { db } = ctx
  // First: what they learn of the new text judges the message as well.
  for (const userId of await listMarkers(db, messageId)) await learnMarks(ctx, userId)
  const message = await findKeptText(db, messageId)
  if (!message) return
  for (const userId of await voidReadings(db, messageId)) await judgeAgain(db, userId, message)
}

async function listMarkers(db: Db, messageId: number): Promise<number[]> {
  const { rows } = await sql<{ userId: number }>`
    select user_id from reactions where message_id = ${messageId}
    union select user_id from spam_marks where message_id = ${messageId} order by 1`.execute(db)
  return rows.map(({ userId }) => userId)
}

async function findKeptText(db: Db, messageId: number): Promise<EditedMessage | null> {
  const { rows } = await sql<EditedMessage>`
    select m.id as message_id, m.text
    from (select message_id, received_at from feed_items where message_id = ${messageId} limit 1) as i
    join messages m on m.id = i.message_id and m.kept and m.received_at = i.received_at`.execute(db)
  return rows[0] ?? null
}

/**
 * Everyone of whose products the message is judged already gets another version, so that a reading or a learning that began
 * with the old text is done once more.
 */
async function voidReadings(db: Db, messageId: number): Promise<number[]> {
  const { rows } = await sql<{ userId: number }>`
    update personal_layers l set version = version + 1
    where exists (
      select from feed_items i
      where i.message_id = ${messageId} and i.seq_id <= l.judged_up_to
        and (i.product_type || ' ' || i.product_id) = any(l.judged_products))
    returning user_id`.execute(db)
  return rows.map(({ userId }) => userId).toSorted((one, other) => one - other)
}

/** Nothing is done when the person learns meanwhile: that is by the new text. */
async function judgeAgain(db: Db, userId: number, message: EditedMessage): Promise<void> {
  const layer = await findLayer(db, userId)
  if (!layer?.judges) return
  const dismissed = await listDismissedBy(db, userId, layer.version, [message])
  if (dismissed === null) return
  await db.transaction().execute(async (tx) => {
    const current = await tx
      .selectFrom('personalLayers')
      .select('userId')
      .where('userId', '=', userId)
      .where('version', '=', layer.version)
      .forUpdate()
      .executeTakeFirst()
    if (!current) return
    const { messageId } = message
    const { numAffectedRows: changed } = await (
      dismissed.length > 0
        ? sql`insert into dismissed_messages (user_id, message_id) values (${userId}, ${messageId}) on conflict do nothing`
        : sql`delete from dismissed_messages where user_id = ${userId} and message_id = ${messageId}`
    ).execute(tx)
    if (changed) await publish(tx, 'learned.changed', { userId, changed: true })
  })
}

/** The mark «Ответили» on a card: with it the lead goes on. */
import { sql } from 'kysely'
import { type Handlers } from '../../../kit/context.ts'
import type { Tx } from '../../../kit/sql.ts'
import { recordAnswer, takeAnswersBack } from '../answers/answers.public.ts'
import {
  accessMessage,
  changeItemsIn,
  publishMessagesChanged,
  readAsker,
  type AccessedMessage,
} from '../feed/feed.public.ts'
import { readAfter } from '../moderation/moderation.public.ts'
import { listMessages, moveLead, type Mover } from './move-lead.ts'
import { lockLeadOf, touchLead } from './touch-lead.ts'

export const setAnswered: Handlers<'leads'>['setAnswered'] = async (ctx, { id, value }) => {
  const { db, clock } = ctx
  const at = clock.now()
  const reader = await readAsker(ctx)
  const message = await accessMessage(db, reader, id, at)
  await changeItemsIn(db, async (tx) => {
    const mover = { reader, at, messageId: id }
    const changed = await (value ? answer : takeBack)(tx, mover, message)
    if (changed) await publishMessagesChanged(tx, [id], reader.team)
  })
  return readAfter(db, reader, id)
}

async function answer(tx: Tx, mover: Mover, message: AccessedMessage): Promise<boolean> {
  const { reader, at, messageId } = mover
  const lead = await touchLead(tx, reader, message, at)
  const isNew = await recordAnswer(tx, { userId: reader.userId, messageId, at })
  // Two may answer one request; who has it stays who has it.
  if (lead.status === 'new' || lead.status === 'inWork')
    await moveLead(tx, mover, lead, { status: 'answered', from: lead.assigneeId })
  return isNew
}

async function takeBack(tx: Tx, mover: Mover, message: AccessedMessage): Promise<boolean> {
  const { reader, messageId } = mover
  const lead = await lockLeadOf(tx, reader, message)
  const isGone = await takeAnswersBack(tx, reader.userId, [messageId])
  if (isGone && lead?.status === 'answered' && !(await hasAnswers(tx, mover, lead.id)))
    await moveLead(tx, mover, lead, { status: 'inWork', from: lead.assigneeId })
  return isGone
}

async function hasAnswers(tx: Tx, { reader }: Mover, leadId: number): Promise<boolean> {
  const { rows } = await sql`
    select from answers where message_id = any(${await listMessages(tx, leadId)}::bigint[])
      and user_id = any(${reader.team}::bigint[]) limit 1`.execute(tx)
  return rows.length > 0
}

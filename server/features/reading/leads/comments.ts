/** What is said of a lead, for all of the team to read. */
import { AppError } from '../../../kit/app-error.ts'
import { type Handlers } from '../../../kit/context.ts'
import { readAsker } from '../feed/feed.public.ts'
import { listComments } from './get-lead.ts'
import { accessLead } from './lead-row.ts'
import { publishLead } from './move-lead.ts'
import { lockLead } from './touch-lead.ts'

export const createLeadComment: Handlers<'leads'>['createLeadComment'] = async (ctx, { id, text }) => {
  const { db, clock } = ctx
  const at = clock.now()
  const reader = await readAsker(ctx)
  await accessLead(db, reader, id, at)
  const commentId = await db.transaction().execute(async (tx) => {
    await lockLead(tx, reader, id)
    const comment = await tx
      .insertInto('leadComments')
      .values({ leadId: id, userId: reader.userId, text: text.trim(), at })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.updateTable('leads').set({ updatedAt: at }).where('id', '=', id).execute()
    await publishLead(tx, reader.team, id)
    return comment.id
  })
  const [comment] = await listComments(db, reader, id, commentId)
  if (!comment) throw new AppError('LEAD_COMMENT_NOT_FOUND')
  return { comment }
}

/** One's own, or as the owner of the team any; what one may not delete is refused as if it were not there. */
export const deleteLeadComment: Handlers<'leads'>['deleteLeadComment'] = async (ctx, { id }) => {
  const { db, clock } = ctx
  const reader = await readAsker(ctx)
  const comment = await db
    .selectFrom('leadComments as c')
    .innerJoin('leads as l', 'l.id', 'c.leadId')
    .select(['c.userId', 'c.leadId'])
    .where('c.id', '=', id)
    .where('l.ownerId', '=', reader.ownerId)
    .executeTakeFirst()
  if (!comment || (comment.userId !== reader.userId && reader.ownerId !== reader.userId))
    throw new AppError('LEAD_COMMENT_NOT_FOUND')
  await accessLead(db, reader, comment.leadId, clock.now())
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('leadComments').where('id', '=', id).execute()
    await publishLead(tx, reader.team, comment.leadId)
  })
  return {}
}

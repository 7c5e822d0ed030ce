/** The words a person keeps for answering, theirs alone. */
import { TEMPLATE_COUNT } from '../../../../contract/reading/answers.ts'
import { AppError } from '../../../kit/app-error.ts'
import { personOf, type Handlers } from '../../../kit/context.ts'
import { lock } from '../../../kit/locks.ts'
import type { DbOrTx } from '../../../kit/sql.ts'

export const templateAnswers: Handlers<'answers'> = {
  async listTemplates(ctx) {
    const templates = await ctx.db
      .selectFrom('replyTemplates')
      .select(['id', 'name', 'text'])
      .where('userId', '=', personOf(ctx).id)
      .orderBy('id')
      .execute()
    return { templates }
  },

  async createTemplate(ctx, { name, text }) {
    const userId = personOf(ctx).id
    const template = await ctx.db.transaction().execute(async (tx) => {
      // Of several made at once none passes the limit.
      await lock(tx, 'reply templates of', userId)
      const { count } = await tx
        .selectFrom('replyTemplates')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('userId', '=', userId)
        .executeTakeFirstOrThrow()
      if (Number(count) >= TEMPLATE_COUNT) throw new AppError('TEMPLATE_LIMIT_REACHED')
      return tx
        .insertInto('replyTemplates')
        .values({ userId, name: name.trim(), text: text.trim(), createdAt: ctx.clock.now() })
        .returning(['id', 'name', 'text'])
        .executeTakeFirstOrThrow()
    })
    return { template }
  },

  async updateTemplate(ctx, { id, name, text }) {
    await accessTemplate(ctx.db, personOf(ctx).id, id)
    const template = await ctx.db
      .updateTable('replyTemplates')
      .set({ name: name.trim(), text: text.trim() })
      .where('id', '=', id)
      .returning(['id', 'name', 'text'])
      .executeTakeFirst()
    if (!template) throw new AppError('TEMPLATE_NOT_FOUND')
    return { template }
  },

  async deleteTemplate(ctx, { id }) {
    await accessTemplate(ctx.db, personOf(ctx).id, id)
    await ctx.db.deleteFrom('replyTemplates').where('id', '=', id).execute()
    return {}
  },
}

/** One's own; absent and another's are refused alike. */
async function accessTemplate(db: DbOrTx, userId: number, id: number): Promise<void> {
  const own = await db
    .selectFrom('replyTemplates')
    .select('id')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (!own) throw new AppError('TEMPLATE_NOT_FOUND')
}

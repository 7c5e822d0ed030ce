/** The queue of letters to support: found, answered by a letter, closed, opened again. */
import { sql } from 'kysely'
import {
  feedbackOnPage,
  type FeedbackLetter,
  type FeedbackLine,
  type FeedbackState,
} from '../../../../contract/site/feedback.ts'
import { AppError } from '../../../kit/app-error.ts'
import { recordAuditEntry } from '../../../kit/audit.ts'
import { personOf, type CallContext, type Handlers } from '../../../kit/context.ts'
import { postLetter } from '../../../kit/mail/post-letter.ts'
import type { Db, DbOrTx, Tx } from '../../../kit/sql.ts'
import { asAttachments, getFile, keepFiles, listFiles, readFiles } from './files.ts'
import { answerLetter } from './letters.ts'
import { holding } from '../../../kit/like.ts'
import { pageOf } from '../../../kit/page-of.ts'

type QueueCalls =
  | 'listFeedback'
  | 'getFeedback'
  | 'getFeedbackFile'
  | 'answerFeedback'
  | 'closeFeedback'
  | 'reopenFeedback'

export const queueHandlers: Pick<Handlers<'feedback'>, QueueCalls> = {
  listFeedback: ({ db }, asked) => listFeedback(db, asked),

  async getFeedback({ db }, { id }) {
    return { letter: await getLetter(db, id) }
  },

  getFeedbackFile: ({ db }, { id, file, size = 'whole' }) => getFile(db, id, file, size),

  async answerFeedback(ctx, { id, text, seen }) {
    const kept = await readFiles(ctx.files)
    const attached = await asAttachments(ctx.files)
    return change(ctx, id, 'answered', async (tx, letter) => {
      if (letter.answers.length !== seen) throw new AppError('FEEDBACK_ALREADY_ANSWERED')
      const [at, answer] = [ctx.clock.now(), text.trim()]
      const { id: answerId } = await tx
        .insertInto('feedbackAnswers')
        .values({ feedbackId: id, authorId: personOf(ctx).id, text: answer, at })
        .returning('id')
        .executeTakeFirstOrThrow()
      await keepFiles(tx, kept, { feedbackId: id, answerId })
      const sent = answerLetter(ctx.config.siteUrl, letter, answer)
      await postLetter(tx, ctx.clock, letter.email, sent, { files: attached })
    })
  },

  closeFeedback: (ctx, { id }) => change(ctx, id, 'closed'),

  reopenFeedback: (ctx, { id }) => change(ctx, id, 'new'),
}

const actions = { answered: 'feedback-answered', closed: 'feedback-closed', new: 'feedback-reopened' } as const

/** Of two who change it at once the second finds it as the first has left it. What is so already stays as it is. */
async function change(
  ctx: CallContext,
  id: number,
  state: FeedbackState,
  work?: (tx: Tx, letter: FeedbackLetter) => Promise<void>,
): Promise<{ letter: FeedbackLetter }> {
  const { db, clock } = ctx
  const changedBy = personOf(ctx).id
  const letter = await db.transaction().execute(async (tx) => {
    await tx.selectFrom('feedback').select('id').where('id', '=', id).forUpdate().execute()
    const before = await getLetter(tx, id)
    if (before.state === state && !work) return before
    await work?.(tx, before)
    const { userId } = await tx
      .updateTable('feedback')
      .set({ state, changedAt: clock.now(), changedBy })
      .where('id', '=', id)
      .returning('userId')
      .executeTakeFirstOrThrow()
    await recordAuditEntry(tx, clock, ctx, {
      actorId: changedBy,
      userId,
      action: actions[state],
      details: { letter: id },
    })
    return getLetter(tx, id)
  })
  return { letter }
}

/** So much of a letter stands in the list. */
const BEGINNING = 160

async function listFeedback(
  db: Db,
  { state, search = '', page = 1 }: { state?: FeedbackState; search?: string; page?: number },
): ReturnType<Handlers<'feedback'>['listFeedback']> {
  const found = letters(db).$if(search.trim() !== '', (query) =>
    query.where(({ eb, or }) => {
      const words = search.trim()
      const like = holding(words)
      const columns = ['feedback.email', 'feedback.name', 'feedback.subject', 'feedback.message'] as const
      const isNumber = /^\d{1,15}$/.test(words)
      return or([
        ...columns.map((column) => eb(column, 'ilike', like)),
        ...(isNumber ? [eb('feedback.id', '=', Number(words))] : []),
      ])
    }),
  )
  const [counted, rows] = await Promise.all([
    found
      .clearSelect()
      .select(({ fn }) => ['feedback.state', fn.countAll<number>().as('count')])
      .groupBy('feedback.state')
      .execute(),
    found
      .select(({ selectFrom }) => [
        sql<string>`left(feedback.message, ${BEGINNING})`.as('beginning'),
        selectFrom('feedbackFiles')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('feedbackFiles.feedbackId', '=', 'feedback.id')
          .where('answerId', 'is', null)
          .$castTo<{ count: number }>()
          .as('fileCount'),
      ])
      .$if(state !== undefined, (query) => query.where('feedback.state', '=', state ?? 'new'))
      // Who has waited longest comes first; of the rest what is latest is looked for.
      .orderBy('feedback.id', state === 'new' ? 'asc' : 'desc')
      .limit(feedbackOnPage)
      .offset((page - 1) * feedbackOnPage)
      .execute(),
  ])
  const counts: Record<FeedbackState, number> = { new: 0, answered: 0, closed: 0 }
  for (const each of counted) counts[each.state as FeedbackState] = each.count
  const total = state ? counts[state] : counts.new + counts.answered + counts.closed
  const docs = rows.map((row): FeedbackLine => {
    const { beginning, fileCount } = row
    return { ...showLine(row), beginning, fileCount: fileCount ?? 0 }
  })
  return { ...pageOf(docs, total, { page, limit: feedbackOnPage }), counts }
}

const letters = (db: DbOrTx) =>
  db
    .selectFrom('feedback')
    .leftJoin('users as changer', 'changer.id', 'feedback.changedBy')
    .select(['feedback.id', 'feedback.at', 'feedback.name', 'feedback.email', 'feedback.subject', 'feedback.state'])
    .select(['feedback.changedAt', 'changer.username as changedBy'])

type LineRow = Awaited<ReturnType<ReturnType<typeof letters>['executeTakeFirstOrThrow']>>

const showLine = ({ id, at, name, email, subject, state, changedAt, changedBy }: LineRow) => ({
  id,
  at: at.toISOString(),
  name,
  email,
  subject,
  state: state as FeedbackState,
  changedBy,
  changedAt: changedAt?.toISOString() ?? null,
})

async function getLetter(db: DbOrTx, id: number): Promise<FeedbackLetter> {
  const row = await letters(db)
    .leftJoin('users as writer', 'writer.id', 'feedback.userId')
    .leftJoin('users as namesake', (join) =>
      join
        .on('feedback.userId', 'is', null)
        .on('namesake.emailApprove', '=', true)
        .on(({ eb, fn }) => eb(fn('lower', ['namesake.email']), '=', fn('lower', ['feedback.email']))),
    )
    .select(['feedback.message', 'feedback.cameFrom as from', 'writer.id as writerId', 'writer.username as writer'])
    .select(['namesake.id as namesakeId', 'namesake.username as namesake'])
    .where('feedback.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError('FEEDBACK_NOT_FOUND')
  const answers = await db
    .selectFrom('feedbackAnswers as answers')
    .leftJoin('users', 'users.id', 'answers.authorId')
    .select(['answers.id', 'answers.at', 'answers.text', 'users.username as author'])
    .where('answers.feedbackId', '=', id)
    .orderBy('answers.id')
    .execute()
  const files = await listFiles(db, id)
  const { message, from, writerId, writer, namesakeId, namesake } = row
  const signedIn = writerId !== null
  const userId = writerId ?? namesakeId
  return {
    ...showLine(row),
    message,
    files: files.get(null) ?? [],
    from,
    user: userId === null ? null : { id: userId, username: writer ?? namesake ?? '', signedIn },
    answers: answers.map((answer) => ({ ...answer, at: answer.at.toISOString(), files: files.get(answer.id) ?? [] })),
  }
}

/** What readers say of an article. The first that is approved of a person speaks for them: later ones appear at once. */
import { blogLimits, commentsOnPage, type Comment, type CommentState } from '../../../../contract/site/blog.ts'
import { tidyComment } from '../../../../rules/blog/comment-words.ts'
import { moderates } from '../../../../rules/roles.ts'
import type { Person } from '../../../../rules/identity.ts'
import { AppError } from '../../../kit/app-error.ts'
import { recordAuditEntry } from '../../../kit/audit.ts'
import { MINUTE } from '../../../kit/clock.ts'
import { personOf, type CallContext, type Handlers } from '../../../kit/context.ts'
import { lock } from '../../../kit/locks.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'

type CommentCalls = 'createComment' | 'deleteComment' | 'listComments' | 'decideComment'

export const commentHandlers: Pick<Handlers<'blog'>, CommentCalls> = {
  createComment: (ctx, { id, message }) => createComment(ctx, id, tidyComment(message)),

  async deleteComment(ctx, { id }) {
    const { db, clock } = ctx
    const person = personOf(ctx)
    await db.transaction().execute(async (tx) => {
      const comment = await accessComment(tx, person, id)
      await tx.deleteFrom('blogComments').where('id', '=', id).execute()
      if (comment.userId === person.id) return
      const about = { actorId: person.id, userId: comment.userId }
      await recordAuditEntry(tx, clock, ctx, { ...about, action: 'comment-deleted', details: { comment: id } })
    })
    return {}
  },

  listComments: ({ db }, { state, page = 1 }) => listComments(db, state, page),

  async decideComment(ctx, { id, state }) {
    const { db, clock } = ctx
    const decidedBy = personOf(ctx).id
    await db.transaction().execute(async (tx) => {
      const comment = await tx
        .selectFrom('blogComments')
        .select(['userId', 'state'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
      if (!comment) throw new AppError('COMMENT_NOT_FOUND')
      if (comment.state === state) return
      await tx
        .updateTable('blogComments')
        .set(
          state === 'new' ? { state, decidedBy: null, decidedAt: null } : { state, decidedBy, decidedAt: clock.now() },
        )
        .where('id', '=', id)
        .execute()
      const about = { actorId: decidedBy, userId: comment.userId, details: { comment: id } }
      await recordAuditEntry(tx, clock, ctx, { ...about, action: decisions[state] })
    })
    return {}
  },
}

const decisions = { shown: 'comment-shown', hidden: 'comment-hidden', new: 'comment-undecided' } as const

/** Anyone who was answered by a broken connection sends the same again, and it may have been taken the first time. */
const REPEATED_WITHIN = 15 * MINUTE

async function createComment(ctx: CallContext, articleId: number, message: string): Promise<{ comment: Comment }> {
  const { db, clock } = ctx
  const { id: userId, roles } = personOf(ctx)
  if (message === '' || message.length > blogLimits.comment) throw new AppError('VALIDATION_ERROR')
  const id = await db.transaction().execute(async (tx) => {
    await lock(tx, 'comments of', String(userId))
    const article = await tx
      .selectFrom('articles')
      .select('id')
      .where('id', '=', articleId)
      .where('publishedAt', '<=', clock.now())
      .executeTakeFirst()
    if (!article) throw new AppError('ARTICLE_NOT_FOUND')
    const same = await tx
      .selectFrom('blogComments')
      .select('id')
      .where('userId', '=', userId)
      .where('articleId', '=', articleId)
      .where('message', '=', message)
      .where('createdAt', '>', new Date(clock.now().getTime() - REPEATED_WITHIN))
      .executeTakeFirst()
    if (same) return same.id
    const state: CommentState = mayDelete(roles) || (await isApproved(tx, userId)) ? 'shown' : 'new'
    const written = { articleId, userId, message, state, createdAt: clock.now() }
    return (await tx.insertInto('blogComments').values(written).returning('id').executeTakeFirstOrThrow()).id
  })
  const row = await selectComments(db).where('comments.id', '=', id).executeTakeFirstOrThrow()
  return { comment: showComment(row, userId) }
}

/** Is there one of theirs that was approved, and none that was hidden later than that? */
async function isApproved(tx: Tx, userId: number): Promise<boolean> {
  const last = await tx
    .selectFrom('blogComments')
    .select('state')
    .where('userId', '=', userId)
    .where('decidedAt', 'is not', null)
    .orderBy('decidedAt', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return last?.state === 'shown'
}

/** Editors and moderators keep order among comments. */
const mayDelete = (roles: Person['roles']): boolean => moderates(roles) || roles.includes('blogEditor')

/** @throws AppError COMMENT_NOT_FOUND also where it is another person's */
async function accessComment(tx: Tx, { id: userId, roles }: Person, id: number): Promise<{ userId: number }> {
  const comment = await tx
    .selectFrom('blogComments')
    .select('userId')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!comment || (comment.userId !== userId && !mayDelete(roles))) throw new AppError('COMMENT_NOT_FOUND')
  return comment
}

const selectComments = (db: DbOrTx) =>
  db
    .selectFrom('blogComments as comments')
    .innerJoin('users', 'users.id', 'comments.userId')
    .select(['comments.id', 'comments.message', 'comments.state', 'comments.createdAt', 'comments.userId'])
    .select('users.username as author')

type CommentRow = Awaited<ReturnType<ReturnType<typeof selectComments>['executeTakeFirstOrThrow']>>

const showComment = (
  { id, message, author, createdAt, state, userId }: CommentRow,
  reader: number | null,
): Comment => ({
  id,
  message,
  author,
  createdAt: createdAt.toISOString(),
  state: state as CommentState,
  own: userId === reader,
})

/** So many stand under an article: the latest. */
const SHOWN = 200

/** What was approved, and what waits or was refused to who wrote it alone. */
export async function listCommentsOf(
  { db, person }: Pick<CallContext, 'db' | 'person'>,
  articleId: number,
): Promise<Comment[]> {
  const reader = person?.id ?? null
  const rows = await selectComments(db)
    .where('comments.articleId', '=', articleId)
    .where(({ eb, or }) =>
      or([eb('comments.state', '=', 'shown'), ...(reader === null ? [] : [eb('comments.userId', '=', reader)])]),
    )
    .orderBy('comments.id', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.reverse().map((row) => showComment(row, reader))
}

async function listComments(
  db: DbOrTx,
  state: CommentState | undefined,
  page: number,
): ReturnType<Handlers<'blog'>['listComments']> {
  const [counted, rows] = await Promise.all([
    db
      .selectFrom('blogComments')
      .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
      .groupBy('state')
      .execute(),
    selectComments(db)
      .innerJoin('articles', 'articles.id', 'comments.articleId')
      .select(['articles.title', 'articles.slug'])
      .$if(state !== undefined, (query) => query.where('comments.state', '=', state ?? 'new'))
      .orderBy('comments.id', state === 'new' ? 'asc' : 'desc')
      .limit(commentsOnPage)
      .offset((page - 1) * commentsOnPage)
      .execute(),
  ])
  const counts = { new: 0, shown: 0, hidden: 0 }
  for (const each of counted) counts[each.state as CommentState] = each.count
  const total = state ? counts[state] : counts.new + counts.shown + counts.hidden
  const docs = rows.map(({ title, slug, ...row }) => {
    const { own: _, ...comment } = showComment(row, null)
    return { ...comment, article: { title, slug } }
  })
  return { docs, total, page, pages: Math.ceil(total / commentsOnPage), counts }
}

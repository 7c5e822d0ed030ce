/** Authors that someone does not want to read. */
import type { Network } from '../../../../contract/networks.ts'
import { publish } from '../../../kit/bus.ts'
import { personOf, type Handlers } from '../../../kit/context.ts'
import { AppError } from '../../../kit/app-error.ts'
import { accessAuthor, readAsker } from '../feed/feed.public.ts'
import { holding } from '../../../kit/like.ts'

/** Every page of the feed asks for the whole list. */
const MOST_AUTHORS = 10_000
const ON_PAGE = 20

export const addToBlackList: Handlers<'marks'>['addToBlackList'] = async (ctx, { id: authorId }) => {
  const { db, clock } = ctx
  const { id: userId } = personOf(ctx)
  const known = db
    .selectFrom('blacklistedAuthors')
    .select('at')
    .where('userId', '=', userId)
    .where('authorId', '=', authorId)
  if (await known.executeTakeFirst()) return {}
  await accessAuthor(db, await readAsker(ctx), authorId, clock.now())
  await db.transaction().execute(async (tx) => {
    // One at a time for one person, so that the list never grows too long.
    await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    const added = await tx
      .insertInto('blacklistedAuthors')
      .values({ userId, authorId, at: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if ((added.numInsertedOrUpdatedRows ?? 0n) === 0n) return
    const { count } = await tx
      .selectFrom('blacklistedAuthors')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow()
    if (count > MOST_AUTHORS) throw new AppError('BLACKLIST_LIMIT_REACHED')
    await publish(tx, 'author.listed', { userId, authorId })
  })
  return {}
}

export const removeFromBlackList: Handlers<'marks'>['removeFromBlackList'] = async (ctx, { id: authorId }) => {
  const userId = personOf(ctx).id
  await ctx.db.transaction().execute(async (tx) => {
    const gone = await tx
      .deleteFrom('blacklistedAuthors')
      .where('userId', '=', userId)
      .where('authorId', '=', authorId)
      .executeTakeFirst()
    if (gone.numDeletedRows > 0n) await publish(tx, 'author.listed', { userId, authorId })
  })
  return {}
}

export const listBlackList: Handlers<'marks'>['listBlackList'] = async (
  ctx,
  { page = 1, limit = ON_PAGE, search = '' },
) => {
  const words = search.trim()
  const listed = ctx.db
    .selectFrom('blacklistedAuthors as b')
    .innerJoin('authors as a', 'a.id', 'b.authorId')
    .where('b.userId', '=', personOf(ctx).id)
    .$if(words !== '', (query) => query.where('a.name', 'ilike', holding(words)))
  const [{ total }, rows] = await Promise.all([
    listed.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    listed
      .select(['a.id', 'a.name', 'a.avatar', 'a.url', 'a.network', 'b.at'])
      .orderBy('b.at', 'desc')
      .orderBy('a.id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
  ])
  const docs = rows.map(({ network, at, ...author }) => ({
    ...author,
    network: network as Network,
    at: at.toISOString(),
  }))
  return { docs, total, page, pages: Math.max(1, Math.ceil(total / limit)), limit }
}

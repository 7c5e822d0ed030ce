/** Authors that somebody does not want to read. */
import { sql } from 'kysely'
import type { Network } from '../../../contract/networks.ts'
import { notify } from '../../kit/bus.ts'
import { personOf, type Answers } from '../../kit/asking.ts'
import { Refusal } from '../../kit/refusal.ts'
import { accessAuthor, readReader } from '../feed/feed.public.ts'

/** Every page of the feed asks for the whole list. */
const MOST_AUTHORS = 10_000
const ON_PAGE = 20

export const addToBlackList: Answers<'marks'>['addToBlackList'] = async (asking, { id: authorId }) => {
  const { db, clock } = asking
  const { id: userId, roles } = personOf(asking)
  const known = db
    .selectFrom('blacklistedAuthors')
    .select('at')
    .where('userId', '=', userId)
    .where('authorId', '=', authorId)
  if (await known.executeTakeFirst()) return {}
  await accessAuthor(db, await readReader(db, { id: userId, roles }), authorId, clock.now())
  await db.transaction().execute(async (tx) => {
    // One at a time for one person, so that the list never grows too long.
    await sql`select from users where id = ${userId} for no key update`.execute(tx)
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
    if (count > MOST_AUTHORS) throw new Refusal('BLACK_LIST_FULL')
    await notify(tx, 'author.listed', { userId, authorId })
  })
  return {}
}

export const removeFromBlackList: Answers<'marks'>['removeFromBlackList'] = async (asking, { id: authorId }) => {
  const userId = personOf(asking).id
  await asking.db.transaction().execute(async (tx) => {
    const gone = await tx
      .deleteFrom('blacklistedAuthors')
      .where('userId', '=', userId)
      .where('authorId', '=', authorId)
      .executeTakeFirst()
    if (gone.numDeletedRows > 0n) await notify(tx, 'author.listed', { userId, authorId })
  })
  return {}
}

export const listBlackList: Answers<'marks'>['listBlackList'] = async (
  asking,
  { page = 1, limit = ON_PAGE, search = '' },
) => {
  const words = search.trim()
  const listed = asking.db
    .selectFrom('blacklistedAuthors as b')
    .innerJoin('authors as a', 'a.id', 'b.authorId')
    .where('b.userId', '=', personOf(asking).id)
    .$if(words !== '', (query) => query.where('a.name', 'ilike', `%${words.replace(/[\\%_]/g, '\\$&')}%`))
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
    resource: network as Network,
    at: at.toISOString(),
  }))
  return { docs, total, page, pages: Math.max(1, Math.ceil(total / limit)), limit }
}

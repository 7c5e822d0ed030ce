/** The author of messages: what of theirs the reader may see, and who of the reader's team has to do with them. */
import { sql } from 'kysely'
import {
  AUTHOR_ACTIVITY,
  AUTHOR_ITEMS,
  AUTHOR_LATEST,
  AUTHOR_MESSAGES,
  AUTHOR_WEEKS,
  type Author,
} from '../../../../../contract/reading/feed.ts'
import { emptyFilter, type FilterFields } from '../../../../../contract/reading/filters.ts'
import type { LeadStatus } from '../../../../../contract/reading/lead-mark.ts'
import { AppError } from '../../../../kit/app-error.ts'
import { personOf, type Handlers } from '../../../../kit/context.ts'
import type { DbOrTx } from '../../../../kit/sql.ts'
import { nameInTeam } from '../../../access/team/team.public.ts'
import { accessAuthor } from './access-message.ts'
import { readCards } from './cards.ts'
import { all, first, fitsAnywhere, isHeld, mayRead, subscribedProducts, type Sql } from './conditions.ts'
import { readScope, type FeedScope } from './scope.ts'
import { snippetOf } from './show.ts'

/** Nothing is asked of a message but that the reader may see it and its project lets it pass. */
export const everything = (blackListed: boolean): FilterFields => ({
  ...emptyFilter,
  spam: 'ignore',
  handled: 'show',
  onlyBlackList: blackListed,
})

export const getAuthor: Handlers<'feed'>['getAuthor'] = async (ctx, { id }) => {
  const { db } = ctx
  const person = personOf(ctx)
  const known = await readScope(ctx, person, everything(false))
  await accessAuthor(db, known.reader, id, known.now)
  const blackListed = known.blackList.includes(id)
  const scope = blackListed ? await readScope(ctx, person, everything(true)) : known
  const [about, shown, answers, notes, leads] = await Promise.all([
    readAuthor(db, id),
    readShown(db, scope, id).then(async ({ latest, ...counts }) => ({
      ...counts,
      latest: await readCards(db, scope, latest, ctx.language),
    })),
    listAnswers(db, scope, id),
    listNotes(db, scope, id),
    listLeads(db, scope, id),
  ])
  return { author: { ...about, blackListed, ...shown, answers, notes, leads } }
}

type Part<Name extends keyof Author> = Promise<Author[Name]>

async function readAuthor(db: DbOrTx, id: number) {
  const row = await db
    .selectFrom('authors')
    .select(['id', 'name', 'avatar', 'url', 'city', 'network'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError('AUTHOR_NOT_FOUND')
  return { ...row, network: row.network as Author['network'] }
}

/** What a project keeps from the feed too: all of theirs that the reader may read. */
const readable = (scope: FeedScope, id: number): Sql => sql`
  select i.message_id from feed_items i join ${subscribedProducts(scope, first)} on ${isHeld(first)}
  where i.author_id = ${id} and ${all(mayRead(scope, first))}`

interface ShownRow {
  items: number
  messages: number
  texts: number
  firstAt: Date | null
  lastAt: Date | null
  weeks: Author['weeks']
  latest: number[]
}

/**
 * Of the items that the feed shows, as cards or as copies, the newest; a message under several products is there several times. Of each text
 * the latest message stands for it, under the first of its products.
 */
async function readShown(db: DbOrTx, scope: FeedScope, id: number) {
  const { rows } = await sql<ShownRow>`
    with looked as materialized (
      select i.seq_id, i.message_id, i.cluster_id, i.published_at from feed_items i
      where i.author_id = ${id} and ${all(fitsAnywhere(scope, first))} order by i.seq_id desc limit ${AUTHOR_ITEMS + 1}),
    here as (select time_zone as zone from users where id = ${scope.reader.userId}),
    weeks as (
      select week from here, generate_series(
        date_trunc('week', ${scope.now}::timestamptz at time zone zone) - (${AUTHOR_WEEKS - 1}::integer * interval '7 days'),
        date_trunc('week', ${scope.now}::timestamptz at time zone zone), interval '7 days') as week),
    counted as (
      select date_trunc('week', published_at at time zone zone) as week, count(distinct message_id)::integer as messages
      from looked, here group by 1),
    latest as (
      select * from (select distinct on (cluster_id) * from looked order by cluster_id, published_at desc, message_id desc, seq_id) as of_text
      order by published_at desc, message_id desc limit ${AUTHOR_LATEST})
    select count(*)::integer as items, count(distinct message_id)::integer as messages, count(distinct cluster_id)::integer as texts,
      min(published_at) as first_at, max(published_at) as last_at,
      (select json_agg(json_build_object('from', week::date::text, 'messages', coalesce(messages, 0)) order by week)
        from weeks left join counted using (week)) as weeks,
      array(select seq_id from latest order by published_at desc, message_id desc) as latest
    from looked`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a count is one row')
  return { ...showCounts(row), lastAt: row.lastAt?.toISOString() ?? null, latest: row.latest }
}

/** What was counted to an end is shown as it is; else more than so many round hundreds, and nothing of what was not looked at. */
function showCounts({ items, messages, texts, firstAt, weeks }: ShownRow) {
  if (items <= AUTHOR_ITEMS) return { messages, texts, capped: false, firstAt: firstAt?.toISOString() ?? null, weeks }
  const surely = (count: number): number => Math.min(AUTHOR_MESSAGES, Math.floor((count - 1) / ROUND) * ROUND)
  return { messages: surely(messages), texts: surely(texts), capped: true, firstAt: null, weeks: [] }
}
const ROUND = 100

async function listAnswers(db: DbOrTx, scope: FeedScope, id: number): Part<'answers'> {
  const { rows } = await sql<{ messageId: number; userId: number; name: string; at: Date }>`
    select w.message_id, w.user_id, ${nameInTeam(scope.reader.ownerId)} as name, w.at from answers w join users u on u.id = w.user_id
    where w.user_id = any(${scope.reader.team}::bigint[]) and w.message_id in (${readable(scope, id)})
    order by w.at desc, w.message_id desc, w.user_id limit ${AUTHOR_ACTIVITY}`.execute(db)
  return rows.map(({ messageId, userId, name, at }) => ({
    messageId,
    user: { id: userId, name },
    at: at.toISOString(),
  }))
}

async function listNotes(db: DbOrTx, scope: FeedScope, id: number): Part<'notes'> {
  const { rows } = await sql<{ messageId: number; userId: number; name: string; text: string; updatedAt: Date }>`
    select n.message_id, n.user_id, ${nameInTeam(scope.reader.ownerId)} as name, n.text, n.updated_at from notes n join users u on u.id = n.user_id
    where n.user_id = any(${scope.reader.team}::bigint[]) and n.message_id in (${readable(scope, id)})
    order by n.updated_at desc, n.message_id desc, n.user_id limit ${AUTHOR_ACTIVITY}`.execute(db)
  return rows.map(({ messageId, userId, name, text, updatedAt }) => ({
    messageId,
    user: { id: userId, name },
    text,
    updatedAt: updatedAt.toISOString(),
  }))
}

interface LeadRow {
  id: number
  status: LeadStatus
  assigneeId: number | null
  assignee: string | null
  takenAt: Date | null
  remindAt: Date | null
  messageId: number
  text: string
  updatedAt: Date
}

/** A lead is the team's own, whatever became of its message. */
async function listLeads(db: DbOrTx, { reader }: FeedScope, id: number): Part<'leads'> {
  const { rows } = await sql<LeadRow>`
    select l.id, l.status, l.assignee_id, ${nameInTeam(reader.ownerId)} as assignee, l.taken_at, l.remind_at, l.message_id, l.text, l.updated_at
    from leads l left join users u on u.id = l.assignee_id
    where l.owner_id = ${reader.ownerId} and l.author_id = ${id}
    order by l.updated_at desc, l.id desc limit ${AUTHOR_ACTIVITY}`.execute(db)
  return rows.map(({ assigneeId, assignee, takenAt, remindAt, text, updatedAt, ...lead }) => ({
    ...lead,
    assignee: assigneeId === null ? null : { id: assigneeId, name: assignee ?? '' },
    takenAt: takenAt?.toISOString() ?? null,
    remindAt: remindAt?.toISOString() ?? null,
    text: snippetOf(text),
    updatedAt: updatedAt.toISOString(),
  }))
}

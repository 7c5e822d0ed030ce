/** Leads of someone who works on them no more become no one's, and are there to be taken again. */
import { sql } from 'kysely'
import type { AppContext } from '../../../kit/context.ts'
import { retryDeadlock, type DbOrTx, type Tx } from '../../../kit/sql.ts'
import { findTeam, listTeamPeople } from '../../access/team/team.public.ts'
import { publishLead } from './move-lead.ts'

/** Leads in one transaction: few enough not to hold up others. */
const AT_ONCE = 100

interface Leaving {
  ownerId: number
  userId: number
  /** Who took them out, or they themselves; null: the service. */
  byId: number | null
}

/** They may be in the team again by now: then what they have stays theirs. */
export async function freeLeadsOfMember({ db, clock }: AppContext, { ownerId, userId, byId }: Leaving): Promise<void> {
  const now = clock.now()
  if ((await findTeam(db, userId, now))?.ownerId === ownerId) return
  const inTransaction = (work: (tx: Tx) => Promise<number[]>) => retryDeadlock(() => db.transaction().execute(work))
  await freeAll(db, inTransaction, { ownerId, userId, byId }, now)
}

/** All that name this person. Who moves a lead holds it first, and only then needs the person's row. */
export async function lockLeadsOf(tx: Tx, userId: number): Promise<void> {
  await sql`
    select from leads where ${userId} in (owner_id, assignee_id, remind_to) order by id for no key update`.execute(tx)
}

/** Their account goes: in all teams there may be, in the transaction that deletes it. */
export async function freeLeadsOf(tx: Tx, userId: number, now: Date): Promise<void> {
  const { rows } = await sql<{ ownerId: number }>`
    select distinct owner_id from leads where ${userId} in (assignee_id, remind_to) and owner_id <> ${userId}`.execute(
    tx,
  )
  for (const { ownerId } of rows) await freeAll(tx, (work) => work(tx), { ownerId, userId, byId: userId }, now)
}

/** @param inTransaction runs one portion of the work */
async function freeAll(
  db: DbOrTx,
  inTransaction: (work: (tx: Tx) => Promise<number[]>) => Promise<number[]>,
  leaving: Leaving,
  now: Date,
): Promise<void> {
  const { ownerId, userId } = leaving
  // Their reminders of what is no one's come to the owner.
  await db
    .updateTable('leads')
    .set({ remindTo: ownerId })
    .where('ownerId', '=', ownerId)
    .where('remindTo', '=', userId)
    .execute()
  const people = await listTeamPeople(db, ownerId)
  for (;;) {
    const freed = await inTransaction(async (tx) => {
      const ids = await freeSome(tx, leaving, now)
      for (const id of ids) await publishLead(tx, people, id)
      return ids
    })
    if (freed.length < AT_ONCE) return
  }
}

/** As a move of each: what was in work is new again, what is further stays there. */
async function freeSome(tx: Tx, { ownerId, userId, byId }: Leaving, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with theirs as (
      select id, status, assignee_id from leads where owner_id = ${ownerId} and assignee_id = ${userId}
      order by id limit ${AT_ONCE} for no key update),
    moved as (
      insert into lead_moves (lead_id, user_id, at, what, from_value, to_value)
      select * from (
        select id, ${byId}::bigint, ${now}::timestamptz, 'status', status, 'new' from theirs where status = 'inWork'
        union all select id, ${byId}::bigint, ${now}::timestamptz, 'assignee', assignee_id::text, null from theirs) as moves)
    update leads set assignee_id = null, status = case when theirs.status = 'inWork' then 'new' else theirs.status end, updated_at = ${now}
    from theirs where leads.id = theirs.id returning leads.id`.execute(tx)
  return rows.map(({ id }) => id)
}

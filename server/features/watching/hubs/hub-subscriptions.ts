/**
 * Subscriptions to the hubs of feeds (WebSub), one for each watched group whose feed names a hub: the table `hub_subscriptions`.
 * Whether one holds only `lease_until` says; without it the feed is polled as any other.
 */
import { sql } from 'kysely'
import { DAY, MINUTE, type Clock } from '../../../kit/clock.ts'
import type { Db } from '../../../kit/sql.ts'
import { newCallbackId } from './hub-callback.ts'

export interface DueSubscription {
  groupId: number
  callbackId: string
  hub: string
  topic: string
  mode: 'subscribe' | 'unsubscribe'
  tries: number
}

/** After them a hub that never asked back is left alone for long; one that is to stop is forgotten. */
const MOST_TRIES = 6
const MOST_TRIES_TO_END = 3
/** Some change their mind, and some feeds their hub's settings. */
export const REFUSED_REST = 30 * DAY
/** Milliseconds until a hub that does not ask back is asked again, and three times as long after each further try. */
const FIRST_WAIT = 10 * MINUTE

/** The others begin the next time: where hubs are turned on, all feeds offer theirs at once. */
const MOST_BEGUN = 500

/** Follows what is watched: begins what a feed offers now, ends what it offers no more and what is watched no longer. */
export async function syncHubSubscriptions(db: Db, clock: Clock): Promise<void> {
  const now = clock.now()
  await sql`update hub_subscriptions h set state = 'ending', ask_at = ${now}, tries = 0, told_at = null, news_at = null
    where h.state <> 'ending' and not exists (
      select from watched_groups w where w.group_id = h.group_id and w.hub = h.hub and w.hub_topic = h.topic)`.execute(
    db,
  )
  // What no hub holds ends without a word: one that asks back late is answered that it is not wanted.
  await sql`delete from hub_subscriptions
    where state = 'ending' and (coalesce(lease_until, '-infinity') <= ${now} or (tries >= ${MOST_TRIES_TO_END} and ask_at <= ${now}))`.execute(
    db,
  )
  await sql`update hub_subscriptions h set state = 'asking', ask_at = ${now}, tries = 0
    from watched_groups w where h.state = 'ending' and w.group_id = h.group_id and w.hub = h.hub and w.hub_topic = h.topic`.execute(
    db,
  )
  const { rows: offered } = await sql<{ groupId: number; hub: string; topic: string }>`
    select w.group_id, w.hub, w.hub_topic as topic from watched_groups w
    where w.hub is not null and not exists (select from hub_subscriptions h where h.group_id = w.group_id)
    limit ${MOST_BEGUN}`.execute(db)
  if (offered.length === 0) return
  await db
    .insertInto('hubSubscriptions')
    .values(offered.map((each) => ({ ...each, callbackId: newCallbackId(), createdAt: now, askAt: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function listDueSubscriptions(db: Db, clock: Clock, limit: number): Promise<DueSubscription[]> {
  const rows = await db
    .selectFrom('hubSubscriptions')
    .select(['groupId', 'callbackId', 'hub', 'topic', 'state', 'tries'])
    .where('askAt', '<=', clock.now())
    .orderBy('askAt')
    .orderBy('groupId')
    .limit(limit)
    .execute()
  return rows.map(({ state, ...row }) => ({ ...row, mode: state === 'ending' ? 'unsubscribe' : 'subscribe' }))
}

/** Before the hub is asked: it may ask back before it answers, and what breaks off here is asked again no sooner than what failed. */
export async function noteHubAsked(db: Db, clock: Clock, { groupId, callbackId, mode, tries }: DueSubscription) {
  const isLast = mode === 'subscribe' && tries + 1 >= MOST_TRIES
  const wait = isLast ? REFUSED_REST : FIRST_WAIT * 3 ** tries
  await db
    .updateTable('hubSubscriptions')
    .set({
      tries: isLast ? 0 : tries + 1,
      askAt: new Date(clock.now().getTime() + wait),
      ...(isLast ? { state: 'refused' } : {}),
    })
    .where('groupId', '=', groupId)
    .where('callbackId', '=', callbackId)
    .execute()
}

/** The hub wants to be asked no sooner. */
export async function putOffHub(db: Db, { groupId, callbackId }: DueSubscription, until: Date): Promise<void> {
  await sql`update hub_subscriptions set ask_at = greatest(ask_at, ${until})
    where group_id = ${groupId} and callback_id = ${callbackId}`.execute(db)
}

/** What it holds already it may go on to announce, until its lease ends. */
export async function noteHubRefused(db: Db, clock: Clock, { groupId, callbackId, mode }: DueSubscription) {
  if (mode === 'unsubscribe') {
    await db
      .deleteFrom('hubSubscriptions')
      .where('groupId', '=', groupId)
      .where('callbackId', '=', callbackId)
      .where('state', '=', 'ending')
      .execute()
    return
  }
  await db
    .updateTable('hubSubscriptions')
    .set({ state: 'refused', tries: 0, askAt: new Date(clock.now().getTime() + REFUSED_REST) })
    .where('groupId', '=', groupId)
    .where('callbackId', '=', callbackId)
    .execute()
}

/** The news were read. What the hub announced meanwhile stays. */
export async function clearHubNews(db: Db, groupId: number, newsAt: Date): Promise<void> {
  await db
    .updateTable('hubSubscriptions')
    .set({ newsAt: null })
    .where('groupId', '=', groupId)
    .where('newsAt', '<=', newsAt)
    .execute()
}

/** There was something new, and the hub did not announce it. */
export async function noteHubMissed(db: Db, groupId: number): Promise<void> {
  await db.updateTable('hubSubscriptions').set({ toldAt: null }).where('groupId', '=', groupId).execute()
}

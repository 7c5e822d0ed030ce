/** Messages as examples in a preview: how much of them the person may see, and how often a day. */
import { sql } from 'kysely'
import type { MessageKind, Network } from '../../../../contract/networks.ts'
import { PREVIEWS_A_DAY, type Preview, type Sample } from '../../../../contract/watching/projects.ts'
import type { Person } from '../../../../rules/identity.ts'
import { trialShowsBefore } from '../../../../rules/trial.ts'
import type { Db, DbOrTx } from '../../../kit/sql.ts'
import { yieldEvery } from '../../../kit/yield-every.ts'
import { NOISE_READ, type FoundMessage } from '../../../archive/archive.public.ts'
import { listVisibleProducts } from '../../access/subscriptions/subscriptions.public.ts'
import { isPublicItemSql, loadNameFinder, showSample } from '../categories/samples.public.ts'
import type { SuppressedBy } from './suppress.ts'
import { readTimeZone } from '../../people/accounts/accounts.public.ts'

type SampleView = Preview['sampleView']

/** Whose calendar days a guest's messages are counted by. */
const ZONE_OF_GUESTS = 'Europe/Moscow'

/** Of a person by the subscriptions of projects that run: a paid one outweighs a trial. A role gives none. */
export async function readSampleView(
  db: DbOrTx,
  person: Person | null,
  now: Date,
): Promise<{ sampleView: SampleView; timeZone: string }> {
  if (person === null) return { sampleView: 'public', timeZone: ZONE_OF_GUESTS }
  const timeZone = await readTimeZone(db, person.id)
  const visible = await listVisibleProducts(db, { userId: person.id, moderator: false }, now)
  const projects = visible.filter(({ productType }) => productType === 'project')
  const sampleView = projects.length === 0 ? 'public' : projects.some(({ trial }) => !trial) ? 'full' : 'trial'
  return { sampleView, timeZone }
}

/** What is published from then on is only counted; undefined: nothing is hidden. */
export function shownBefore(view: SampleView, now: Date): Date | undefined {
  return view === 'full' ? undefined : new Date(trialShowsBefore(now.getTime()))
}

/** Counts a preview with examples. @returns whether there was still one left for the day */
export async function takePreview(db: Db, userId: number, now: Date): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    insert into project_previews as before (user_id, day, count) values (${userId}, (${now}::timestamptz at time zone 'Europe/Moscow')::date, 1)
    on conflict (user_id) do update set day = excluded.day,
      count = case when before.day = excluded.day then least(before.count + 1, ${PREVIEWS_A_DAY + 1}::int) else 1 end
    returning count`.execute(db)
  return (rows[0]?.count ?? 0) <= PREVIEWS_A_DAY
}

/** Of these messages those that public pages would show: no one took them away, and in no feed they are spam. */
export async function leavePublic(db: DbOrTx, messages: FoundMessage[]): Promise<FoundMessage[]> {
  const { rows } = await sql<{ messageId: number }>`
    select distinct i.message_id from feed_items i
    where i.message_id = any(${messages.map(({ id }) => id)}::bigint[]) and not (${isPublicItemSql})`.execute(db)
  const kept = new Set(rows.map(({ messageId }) => messageId))
  return messages.filter(({ id }) => !kept.has(id))
}

/** In milliseconds. */
const LONGEST_TURN = 10

/** Some of these messages, as many as words are counted in, with no one's name or contact: none of them may become a word that is shown. */
export async function nameless(messages: FoundMessage[]): Promise<FoundMessage[]> {
  const findNames = await loadNameFinder()
  const turn = yieldEvery(LONGEST_TURN)
  const step = Math.max(1, messages.length / NOISE_READ)
  const read: FoundMessage[] = []
  for (let n = 0; n < Math.min(messages.length, NOISE_READ); n += 1) {
    const message = messages[Math.floor(n * step)]!
    const { text, spans } = showSample(message, findNames)
    read.push({ ...message, text, spans })
    await turn()
  }
  return read
}

export async function showSamples(
  db: DbOrTx,
  messages: FoundMessage[],
  view: SampleView,
  suppressedBy: (message: FoundMessage) => SuppressedBy | null,
): Promise<Sample[]> {
  const show = view === 'public' ? await publicView() : await wholeView(db, messages)
  return messages.map((message) => ({ ...show(message), suppressedBy: suppressedBy(message) }))
}

async function publicView(): Promise<(message: FoundMessage) => Sample> {
  const findNames = await loadNameFinder()
  return (message) => showSample(message, findNames)
}

async function wholeView(db: DbOrTx, messages: FoundMessage[]): Promise<(message: FoundMessage) => Sample> {
  const ids = messages.flatMap(({ groupId }) => groupId ?? [])
  const groups =
    ids.length === 0 ? [] : await db.selectFrom('groups').select(['id', 'name']).where('id', 'in', ids).execute()
  const names = new Map(groups.map(({ id, name }) => [id, name]))
  return ({ id, network, kind, text, spans, publishedAt, groupId, url, demo }) => ({
    id,
    network: network as Network,
    kind: kind as MessageKind,
    text,
    spans,
    publishedAt: publishedAt.toISOString(),
    group: groupId === null ? null : (names.get(groupId) ?? null),
    url,
    demo,
    suppressedBy: null,
  })
}

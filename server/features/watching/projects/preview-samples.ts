/** Messages as examples in a preview: how much of them the person may see, and how often a day. */
import { sql } from 'kysely'
import type { MessageKind, Network } from '../../../../contract/networks.ts'
import { PREVIEWS_A_DAY, type Preview, type Sample } from '../../../../contract/watching/projects.ts'
import { trialShowsBefore } from '../../../../rules/trial.ts'
import type { Db, DbOrTx } from '../../../kit/sql.ts'
import type { FoundMessage } from '../../../archive/archive.public.ts'
import { listVisibleProducts } from '../../access/subscriptions/subscriptions.public.ts'
import { loadNameFinder, showSample } from '../categories/samples.public.ts'
import type { SuppressedBy } from './suppress.ts'

type SampleView = Preview['sampleView']

/** By the subscriptions of projects that run: a paid one outweighs a trial. A role gives none. */
export async function readSampleView(db: DbOrTx, userId: number, now: Date): Promise<SampleView> {
  const projects = (await listVisibleProducts(db, { userId, moderator: false }, now)).filter(
    ({ productType }) => productType === 'project',
  )
  if (projects.length === 0) return 'public'
  return projects.some(({ trial }) => !trial) ? 'full' : 'trial'
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

export async function showSamples(
  db: DbOrTx,
  messages: FoundMessage[],
  view: SampleView,
  suppressedBy: (message: FoundMessage) => SuppressedBy | null,
): Promise<Sample[]> {
  const show = view === 'public' ? await publicView() : await wholeView(db, messages)
  return messages.map((message) => ({ ...show(message), withheld: suppressedBy(message) }))
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
    withheld: null,
  })
}

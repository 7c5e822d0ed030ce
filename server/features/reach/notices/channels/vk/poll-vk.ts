/** Asks VK what was written to the community (Bots Long Poll), where it has no way to notify us by itself. */
import { SECOND } from '../../../../../kit/clock.ts'
import type { AppContext } from '../../../../../kit/context.ts'
import { pause } from '../../../../../kit/pause.ts'
import { ChatError } from '../../bot/chat.ts'
import { hear } from '../../bot/hear.ts'
import { askVkGroup, fetchJson, type VkNoticeGroup } from './ask-vk-group.ts'
import { readVkEvent, type VkEvent } from './read-vk-event.ts'

const WAIT_SECONDS = 25
const BACK_OFF = { first: SECOND, most: 60 * SECOND }

interface PollServer {
  server: string
  key: string
  ts: string
}

interface Polled {
  ts?: string | number
  updates?: VkEvent[]
  failed?: number
}

/** Until the signal aborts. What came while no one asked is read from the place that is kept, as long as VK knows it. */
export async function pollVk(ctx: AppContext, group: VkNoticeGroup, signal: AbortSignal): Promise<void> {
  let place: PollServer | null = null
  let wait = BACK_OFF.first
  while (!signal.aborted) {
    try {
      place ??= await resume(ctx, group)
      const next = await pollOnce(ctx, group, place, signal)
      if (next.ts !== place.ts) await keepPlace(ctx, next.ts)
      place = next
      wait = BACK_OFF.first
    } catch (error) {
      if (signal.aborted) return
      ctx.log.warn({ channel: 'vk', error: (error as Error).message }, 'the community could not ask, trying again')
      await pause(error instanceof ChatError && error.what.is === 'wait' ? error.what.afterMs : wait, signal)
      wait = Math.min(wait * 2, BACK_OFF.most)
    }
  }
}

const CURSOR = 'events of VK'

async function resume({ db }: AppContext, group: VkNoticeGroup): Promise<PollServer> {
  const found = await findServer(group)
  const kept = await db.selectFrom('noticeCursors').select('upTo').where('name', '=', CURSOR).executeTakeFirst()
  return kept ? { ...found, ts: String(kept.upTo) } : found
}

async function keepPlace({ db }: AppContext, ts: string): Promise<void> {
  const upTo = Number(ts)
  if (!Number.isSafeInteger(upTo)) return
  await db
    .insertInto('noticeCursors')
    .values({ name: CURSOR, upTo })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ upTo }))
    .execute()
}

const findServer = ({ groupId, ...group }: VkNoticeGroup): Promise<PollServer> =>
  askVkGroup<PollServer>({ groupId, ...group }, 'groups.getLongPollServer', { group_id: groupId })

/** @returns where to go on */
async function pollOnce(
  ctx: AppContext,
  group: VkNoticeGroup,
  place: PollServer,
  signal: AbortSignal,
): Promise<PollServer> {
  const query = new URLSearchParams({ act: 'a_check', key: place.key, ts: place.ts, wait: String(WAIT_SECONDS) })
  const ends = AbortSignal.any([signal, AbortSignal.timeout((WAIT_SECONDS + 15) * SECOND)])
  const { ts, updates = [], failed } = (await fetchJson(`${place.server}?${query}`, { signal: ends })) as Polled
  // 1: what was asked for is gone, go on from here; 2: the key is over; 3: the place is lost.
  if (failed === 1 && ts !== undefined) return { ...place, ts: String(ts) }
  if (failed === 2) return { ...(await findServer(group)), ts: place.ts }
  if (failed !== undefined) return findServer(group)
  for (const event of updates) await hearEvent(ctx, event)
  return { ...place, ts: ts === undefined ? place.ts : String(ts) }
}

export async function hearEvent(ctx: AppContext, event: VkEvent): Promise<void> {
  await hear(ctx, 'vk', event.event_id, readVkEvent(event))
}

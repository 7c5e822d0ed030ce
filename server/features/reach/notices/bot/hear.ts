/** What a messenger reports, by a webhook or asked for: written down once, and followed by a job. */
import { DAY, MINUTE, type Clock } from '../../../../kit/clock.ts'
import type { AppContext } from '../../../../kit/context.ts'
import { every, on, recordEvent, type Job } from '../../../../kit/jobs.ts'
import type { Db } from '../../../../kit/sql.ts'
import { telegram } from '../channels/telegram/telegram.ts'
import { vk } from '../channels/vk/vk.ts'
import type { Incoming, Messenger, MessengerName } from './chat.ts'
import { follow } from './follow.ts'

/** What one person writes and presses in a minute; what is above it is followed by nothing. */
const MOST_A_MINUTE = 40
/** Messengers repeat what was not answered for a day at most. */
const KEPT = 3 * DAY

const byName: Record<MessengerName, Messenger> = { telegram, vk }

/**
 * @param key what the messenger calls it: the second time nothing happens
 * @param incoming null: nothing follows from it
 */
export async function hear(
  { db, clock }: { db: Db; clock: Clock },
  channel: MessengerName,
  key: string,
  incoming: Incoming | null,
): Promise<void> {
  if (incoming === null) return
  const senderKey = ('from' in incoming && incoming.from.key) || incoming.chat.key
  const takenAt = clock.now()
  await db.transaction().execute(async (tx) => {
    const { count } = await tx
      .selectFrom('chatUpdates')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('channel', '=', channel)
      .where('senderKey', '=', senderKey)
      .where('takenAt', '>', new Date(takenAt.getTime() - MINUTE))
      .executeTakeFirstOrThrow()
    // That we were sent away is followed in any case.
    if (Number(count) >= MOST_A_MINUTE && 'from' in incoming) return
    const written = await tx
      .insertInto('chatUpdates')
      .values({ channel, updateKey: key, senderKey, incoming: JSON.stringify(incoming), takenAt })
      .onConflict((conflict) => conflict.columns(['channel', 'updateKey']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (written) await recordEvent(tx, clock, 'chat.heard', { updateId: written.id })
  })
}

async function followHeard(ctx: AppContext, { updateId }: { updateId: number }): Promise<void> {
  const update = await ctx.db
    .selectFrom('chatUpdates')
    .select(['channel', 'incoming'])
    .where('id', '=', updateId)
    .executeTakeFirst()
  if (!update?.incoming) return
  await follow(ctx, byName[update.channel as MessengerName], update.incoming as unknown as Incoming)
  // What people wrote is not kept.
  await ctx.db.updateTable('chatUpdates').set({ incoming: null }).where('id', '=', updateId).execute()
}

export const chatJobs: Job[] = [
  on('chat.heard', 'follow-chat', followHeard, { lane: 'chats' }),
  every('37 3 * * *', 'forget-chat-updates', async ({ db, clock }) => {
    const before = new Date(clock.now().getTime() - KEPT)
    await db.deleteFrom('chatUpdates').where('takenAt', '<', before).execute()
    await db.deleteFrom('noticeLinkTokens').where('expiresAt', '<', before).execute()
  }),
]

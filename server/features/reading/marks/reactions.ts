/** Likes and dislikes: one of a person to a message, so that each takes the other away. */
import type { Clock } from '../../../kit/clock.ts'
import { recordEvent } from '../../../kit/jobs.ts'
import type { Tx } from '../../../kit/sql.ts'

/** Who marks what, and when. */
export interface Marking {
  userId: number
  messageId: number
  at: Date
}

/** @returns did it change anything? */
export async function setReaction(
  tx: Tx,
  clock: Clock,
  marking: Marking,
  reaction: Reaction,
  value: boolean,
): Promise<boolean> {
  const changed = await (value ? addReaction : takeReaction)(tx, marking, reaction)
  if (changed) await recordEvent(tx, clock, 'message.marked', { userId: marking.userId })
  return changed
}

type Reaction = 'like' | 'dislike'

async function addReaction(tx: Tx, marking: Marking, reaction: Reaction): Promise<boolean> {
  const { at } = marking
  const put = await tx
    .insertInto('reactions')
    .values({ ...marking, reaction })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'messageId'])
        .doUpdateSet({ reaction, at })
        .where('reactions.reaction', '<>', reaction),
    )
    .executeTakeFirst()
  return (put.numInsertedOrUpdatedRows ?? 0n) > 0n
}

async function takeReaction(tx: Tx, { userId, messageId }: Marking, reaction: Reaction): Promise<boolean> {
  const gone = await tx
    .deleteFrom('reactions')
    .where('userId', '=', userId)
    .where('messageId', '=', messageId)
    .where('reaction', '=', reaction)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

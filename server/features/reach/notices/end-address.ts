/** What ends where notices go: the network refuses it for good, the bot was sent away, the person unlinked it. */
import type { NoticeAddress } from '../../../../contract/reach/notices.ts'
import { publish } from '../../../kit/bus.ts'
import type { AppContext } from '../../../kit/context.ts'
import { postLetter } from '../../../kit/mail/post-letter.ts'
import type { Tx } from '../../../kit/sql.ts'
import { setPush } from '../../reading/feed/feed.public.ts'
import { addressEndedLetter } from './address-ended-letter.ts'
import { readRecipient } from './read-preferences.ts'

type Because = NonNullable<NoticeAddress['endedBecause']>

/**
 * Nothing is sent there any more. With the last browser the switch of browser notices goes off, and of what ended without its owner doing it here they are
 * notified by e-mail, once: browsers come and go, so of those only when it was the last.
 * @param signedOut it ends with the session it was linked in, and is linked again when they sign in there: the switch stays, and no letter is written
 * @returns false where it had ended before
 */
export async function endAddress(
  tx: Tx,
  { clock, config }: Pick<AppContext, 'clock' | 'config'>,
  addressId: number,
  because: Because,
  { signedOut = false } = {},
): Promise<boolean> {
  const ended = await tx
    .updateTable('noticeAddresses')
    .set({ endedAt: clock.now(), endedBecause: because })
    .where('id', '=', addressId)
    .where('endedAt', 'is', null)
    .returning(['userId', 'channel', 'title', 'isGroup'])
    .executeTakeFirst()
  if (!ended) return false
  const { userId } = ended
  const channel = ended.channel as NoticeAddress['channel']
  const isLast = channel === 'browser' && !signedOut && !(await hasAnother(tx, userId, channel))
  if (isLast) await setPush(tx, userId, false)
  if (because !== 'unlinked' && !signedOut && (channel !== 'browser' || isLast)) {
    const { email } = await readRecipient(tx, userId)
    if (email !== null)
      await postLetter(tx, clock, email, addressEndedLetter(config.siteUrl, { ...ended, channel }, because))
  }
  await publish(tx, 'notices.changed', { userId })
  return true
}

async function hasAnother(tx: Tx, userId: number, channel: string): Promise<boolean> {
  const row = await tx
    .selectFrom('noticeAddresses')
    .select('id')
    .where('userId', '=', userId)
    .where('channel', '=', channel)
    .where('endedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

import { testNotice } from '../../../../rules/notices/words.ts'
import type { NoticeChannel } from '../../../../contract/reach/notices.ts'
import { AppError } from '../../../kit/app-error.ts'
import { personOf, type Handlers } from '../../../kit/context.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { channels } from './channels/channels.ts'
import { readJournalNotices } from './journal.ts'
import { postNotice } from './notifying/post-notice.ts'

/** By the way of all others, past the rules: it stands in the journal and says how it went. */
export const sendTestNotice: Handlers<'notices'>['sendTestNotice'] = async (ctx, { addressId }) => {
  const { db, clock } = ctx
  const userId = personOf(ctx).id
  const channel: NoticeChannel = addressId === null ? 'email' : await accessAddress(db, userId, addressId)
  if (!channels[channel].available(ctx)) throw new AppError('NOTICE_CHANNEL_NOT_AVAILABLE')
  const notice = { userId, channel, kind: 'test' as const, filterId: null, ...testNotice }
  const id = await db
    .transaction()
    .execute((tx) =>
      postNotice(
        tx,
        { ...notice, count: 0, messageIds: [], alarm: null },
        clock.now(),
        addressId === null ? undefined : addressId,
      ),
    )
  const [posted] = id === null ? [] : await readJournalNotices(db, [id])
  if (!posted) throw new AppError(addressId === null ? 'NOTICE_EMAIL_REQUIRED' : 'NOTICE_ADDRESS_NOT_FOUND')
  return { notice: posted }
}

/** One of the person's that works; unknown, another's and ended ones are refused alike. */
async function accessAddress(db: DbOrTx, userId: number, addressId: number): Promise<NoticeChannel> {
  const row = await db
    .selectFrom('noticeAddresses')
    .select('channel')
    .where('id', '=', addressId)
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  if (!row) throw new AppError('NOTICE_ADDRESS_NOT_FOUND')
  return row.channel as NoticeChannel
}

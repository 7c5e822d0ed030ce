import { AppError } from '../../../kit/app-error.ts'
import { publish } from '../../../kit/bus.ts'
import { personOf, type Handlers } from '../../../kit/context.ts'
import { endAddress } from './end-address.ts'
import { readNoticeSettings } from './read-settings.ts'

/** What was to be sent there stays unsent. One that had ended by itself is shown no more. */
export const unlinkAddress: Handlers<'notices'>['unlinkAddress'] = async (ctx, { id }) => {
  const { id: userId } = personOf(ctx)
  await ctx.db.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom('noticeAddresses')
      .select('endedAt')
      .where('id', '=', id)
      .where('userId', '=', userId)
      .where((where) => where.or([where('endedAt', 'is', null), where('endedBecause', '!=', 'unlinked')]))
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw new AppError('NOTICE_ADDRESS_NOT_FOUND')
    if (found.endedAt === null) await endAddress(tx, ctx, id, 'unlinked')
    else {
      await tx.updateTable('noticeAddresses').set({ endedBecause: 'unlinked' }).where('id', '=', id).execute()
      await publish(tx, 'notices.changed', { userId })
    }
  })
  return { settings: await readNoticeSettings(ctx, userId) }
}

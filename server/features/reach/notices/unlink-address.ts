import { AppError } from '../../../kit/app-error.ts'
import { publish } from '../../../kit/bus.ts'
import { personOf, type Handlers } from '../../../kit/context.ts'
import { readNoticeSettings } from './read-settings.ts'

/** What was to be sent there stays unsent. */
export const unlinkAddress: Handlers<'notices'>['unlinkAddress'] = async (ctx, { id }) => {
  const { id: userId } = personOf(ctx)
  const now = ctx.clock.now()
  await ctx.db.transaction().execute(async (tx) => {
    const found = await tx
      .updateTable('noticeAddresses')
      .set({ endedAt: now, endedBecause: 'unlinked' })
      .where('id', '=', id)
      .where('userId', '=', userId)
      .where((where) => where.or([where('endedAt', 'is', null), where('endedBecause', '!=', 'unlinked')]))
      .returning('id')
      .executeTakeFirst()
    if (!found) throw new AppError('NOTICE_ADDRESS_NOT_FOUND')
    await tx
      .updateTable('noticeDeliveries')
      .set({ state: 'skipped', error: 'адрес отвязан' })
      .where('addressId', '=', id)
      .where('state', '=', 'waiting')
      .execute()
    await publish(tx, 'notices.changed', { userId })
  })
  return { settings: await readNoticeSettings(ctx, userId) }
}

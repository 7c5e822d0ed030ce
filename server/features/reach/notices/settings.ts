/** Rules of filters and preferences: what a person sets of notices. */
import type { NoticePreferences } from '../../../../contract/reach/notices.ts'
import { publish } from '../../../kit/bus.ts'
import { personOf, type CallContext, type Handlers } from '../../../kit/context.ts'
import type { Tx } from '../../../kit/sql.ts'
import { accessFilter, setFilterPush } from '../../reading/filters/filters.public.ts'
import { readNoticePreferences } from './read-preferences.ts'
import { readNoticeSettings } from './read-settings.ts'

type Answer = Handlers<'notices'>['getNoticeSettings']

export const getNoticeSettings: Answer = async (ctx) => ({
  settings: await readNoticeSettings(ctx, personOf(ctx).id),
})

export const setNoticeRule: Handlers<'notices'>['setNoticeRule'] = (ctx, { filterId, channel, ...rule }) =>
  changed(ctx, async (tx, userId) => {
    const filter = await accessFilter(tx, userId, filterId, ctx.clock.now())
    // The switch of the filter and its rule of the browser are one thing to the person.
    if (channel === 'browser' && filter.own && filter.push !== (rule.mode !== 'off'))
      await setFilterPush(tx, actorOf(ctx), filterId, rule.mode !== 'off')
    const row = { ...rule, weekdays: rule.weekdays.toSorted((one, other) => one - other), updatedAt: ctx.clock.now() }
    await tx
      .insertInto('noticeRules')
      .values({ userId, filterId, channel, ...row })
      .onConflict((conflict) => conflict.columns(['userId', 'filterId', 'channel']).doUpdateSet(row))
      .execute()
  })

export const resetNoticeRule: Handlers<'notices'>['resetNoticeRule'] = (ctx, { filterId, channel }) =>
  changed(ctx, async (tx, userId) => {
    const filter = await accessFilter(tx, userId, filterId, ctx.clock.now())
    if (channel === 'browser' && filter.own && filter.push) await setFilterPush(tx, actorOf(ctx), filterId, false)
    await tx
      .deleteFrom('noticeRules')
      .where('userId', '=', userId)
      .where('filterId', '=', filterId)
      .where('channel', '=', channel)
      .execute()
  })

export const setNoticePreferences: Handlers<'notices'>['setNoticePreferences'] = (ctx, given) =>
  changed(ctx, async (tx, userId) => {
    // Of two that are set at once neither undoes the other.
    await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    const known = await readNoticePreferences(tx, userId)
    const row = toRow({ ...known, ...given, alarms: { ...known.alarms, ...given.alarms } }, ctx.clock.now())
    await tx
      .insertInto('noticePreferences')
      .values({ userId, ...row })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
      .execute()
  })

function toRow({ quiet, pausedUntil, ceiling, alarms }: NoticePreferences, now: Date) {
  const until = pausedUntil === null ? null : new Date(pausedUntil)
  // Hours that begin where they end are no hours.
  const hours = quiet !== null && quiet.from !== quiet.to ? quiet : null
  return {
    quietFrom: hours?.from ?? null,
    quietTo: hours?.to ?? null,
    pausedUntil: until !== null && until > now ? until : null,
    ceiling,
    alarms: JSON.stringify(alarms),
  }
}

const actorOf = (ctx: CallContext) => ({ userId: personOf(ctx).id, socketId: ctx.socket?.id ?? null })

/** Writes, notifies what decides about notices and the person's browsers, and answers with the settings as they are now. */
async function changed(
  ctx: CallContext,
  write: (tx: Tx, userId: number) => Promise<void>,
): Promise<Awaited<ReturnType<Answer>>> {
  const { id: userId } = personOf(ctx)
  await ctx.db.transaction().execute(async (tx) => {
    await write(tx, userId)
    await publish(tx, 'notices.changed', { userId })
  })
  return { settings: await readNoticeSettings(ctx, userId) }
}

/** Puts an alarm into the journal and the outbox, over the channels the person wants its kind by. */
import type { AlarmKind, NoticeChannel, NoticePreferences } from '../../../../../contract/reach/notices.ts'
import { momentOfNotice } from '../../../../../rules/notices/moments.ts'
import { wallClock } from '../../../../../rules/wall-clock.ts'
import { publish } from '../../../../kit/bus.ts'
import type { AppContext } from '../../../../kit/context.ts'
import type { Tx } from '../../../../kit/sql.ts'
import { channels } from '../channels/channels.ts'
import { readNoticePreferences, readRecipient } from '../read-preferences.ts'

/** Something a person is to know of though no message came. */
export interface Alarm {
  userId: number
  kind: AlarmKind
  title: string
  /** A line each. */
  text: string
  /** Where to, with the address of the site. */
  url: string
}

type Context = Pick<AppContext, 'clock' | 'config'>

/** @returns over how many channels it goes; none: the person wants it by none, or there is nowhere to */
export async function postAlarm(tx: Tx, ctx: Context, alarm: Alarm): Promise<number> {
  const [preferences, { email, timeZone }] = await Promise.all([
    readNoticePreferences(tx, alarm.userId),
    readRecipient(tx, alarm.userId),
  ])
  const at = firstMoment(ctx.clock.now(), preferences, timeZone)
  let posted = 0
  for (const channel of preferences.alarms[alarm.kind]) {
    if (!channels[channel].available(ctx)) continue
    const addressIds =
      channel === 'email' ? (email === null ? [] : [null]) : await listLiving(tx, alarm.userId, channel)
    if (addressIds.length === 0) continue
    await insertNotice(tx, ctx, alarm, channel, { state: 'waiting', addressIds, at })
    posted += 1
  }
  if (posted > 0) await publishPosted(tx, alarm.userId)
  return posted
}

/**
 * Of what a feature below writes a letter about by itself: the same over the other channels, and, where letters of the kind are wanted, a line of the
 * journal for its letter.
 * @param options.letterOnly over no other channel
 * @returns is the letter wanted?
 */
export async function notifyOfAlarm(
  tx: Tx,
  ctx: Context,
  alarm: Alarm,
  { letterOnly = false }: { letterOnly?: boolean } = {},
): Promise<boolean> {
  const preferences = await readNoticePreferences(tx, alarm.userId)
  const byLetter = preferences.alarms[alarm.kind].includes('email')
  const { email, timeZone } = await readRecipient(tx, alarm.userId)
  const at = firstMoment(ctx.clock.now(), preferences, timeZone)
  for (const channel of preferences.alarms[alarm.kind]) {
    if (channel === 'email') {
      if (email !== null) await insertNotice(tx, ctx, alarm, channel, { state: 'sent', addressIds: [null], at })
      continue
    }
    const addressIds =
      letterOnly || !channels[channel].available(ctx) ? [] : await listLiving(tx, alarm.userId, channel)
    if (addressIds.length > 0) await insertNotice(tx, ctx, alarm, channel, { state: 'waiting', addressIds, at })
  }
  await publishPosted(tx, alarm.userId)
  return byLetter
}

/** After the pause, and after the quiet hours; else now. An alarm is rare: no ceiling holds it back. */
function firstMoment(now: Date, { quiet, pausedUntil }: NoticePreferences, timeZone: string): Date {
  const at = momentOfNotice({
    rule: { mode: 'now', hour: 0, weekdays: [], smallest: 1 },
    preferences: { quiet, ceiling: 1, pausedUntil: pausedUntil === null ? null : new Date(pausedUntil).getTime() },
    clock: wallClock(timeZone),
    now: now.getTime(),
    waitingSince: now.getTime(),
    lastAt: null,
    recent: [],
  })
  return new Date(at ?? now.getTime())
}

/** Where the channel has somewhere to go; browsers besides only while their main switch is on (spec §5). */
async function listLiving(tx: Tx, userId: number, channel: Exclude<NoticeChannel, 'email'>): Promise<number[]> {
  if (channel === 'browser') {
    const settings = await tx.selectFrom('feedSettings').select('push').where('userId', '=', userId).executeTakeFirst()
    if (!settings?.push) return []
  }
  const rows = await tx
    .selectFrom('noticeAddresses')
    .select('id')
    .where('userId', '=', userId)
    .where('channel', '=', channel)
    .where('endedAt', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

interface Posting {
  /** `sent`: its letter is written already. */
  state: 'waiting' | 'sent'
  /** Null: by e-mail. */
  addressIds: (number | null)[]
  at: Date
}

async function insertNotice(
  tx: Tx,
  { clock }: Context,
  { userId, kind, title, text, url }: Alarm,
  channel: NoticeChannel,
  { state, addressIds, at }: Posting,
): Promise<void> {
  const now = clock.now()
  const sentAt = state === 'sent' ? now : null
  const { id: noticeId } = await tx
    .insertInto('notices')
    .values({
      userId,
      channel,
      kind: 'alarm',
      title,
      text,
      count: 0,
      alarm: JSON.stringify({ kind, title, text, url }),
      state,
      createdAt: now,
      sentAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const nextAt = state === 'sent' ? null : at
  await tx
    .insertInto('noticeDeliveries')
    .values(addressIds.map((addressId) => ({ noticeId, addressId, channel, state, nextAt, createdAt: now, sentAt })))
    .execute()
}

async function publishPosted(tx: Tx, userId: number): Promise<void> {
  await publish(tx, 'notice.posted', {})
  await publish(tx, 'notices.changed', { userId })
}

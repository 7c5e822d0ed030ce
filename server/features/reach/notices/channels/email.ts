/** Notices as letters: they go the way of all others, over the outbox of letters (server/kit/mail), which tries for two days and sends each once. */
import type { AppContext } from '../../../../kit/context.ts'
import { postLetter } from '../../../../kit/mail/post-letter.ts'
import { findLetterRule } from '../letters/no-letters.ts'
import { signLink } from '../letters/link-token.ts'
import { noticeLetter } from '../letters/notice-letter.ts'
import { readNoticePreferences } from '../read-preferences.ts'
import type { Channel, Notice } from './channel.ts'

export const emailChannel: Channel = {
  name: 'email',
  repeatable: true,
  /** Where none leave, the development mailbox has them; production does not start so. */
  available: ({ config }) => config.mail.smtpUrl !== '' || !config.production,

  async send(ctx, { deliveryId, address, userId }, notice) {
    if (typeof address !== 'string') throw new Error(`delivery ${deliveryId} names no e-mail`)
    // Since it was put into the outbox, which may be a night ago.
    if (await isUnwanted(ctx, notice)) return { state: 'failed', reason: 'Вы отписались от этих писем' }
    const { siteUrl, supportEmail } = ctx.config
    const written = noticeLetter(notice, {
      siteUrl,
      supportEmail,
      sign: (linked) => signLink(ctx, userId, linked),
    })
    if (!written) return { state: 'failed', reason: 'Сообщений, о которых оно было, в ленте уже нет' }
    const { letter, headers } = written
    await ctx.db
      .transaction()
      .execute((tx) => postLetter(tx, ctx.clock, address, letter, { key: `notice-${deliveryId}`, headers }))
    return { state: 'sent' }
  },
}

async function isUnwanted({ db }: Pick<AppContext, 'db'>, { kind, userId, filter, alarm }: Notice): Promise<boolean> {
  if (kind === 'test') return false
  if (alarm) return !(await readNoticePreferences(db, userId)).alarms[alarm.kind].includes('email')
  return filter !== null && (await findLetterRule(db, userId, filter.id))?.mode === 'off'
}

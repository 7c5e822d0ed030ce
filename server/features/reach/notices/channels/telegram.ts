/** Notices by the bot of Telegram: one message a notice, with buttons. */
import type { AppContext } from '../../../../kit/context.ts'
import { perProcess } from '../../../../kit/per-process.ts'
import { noticeReply } from '../bot/card.ts'
import { ChatError } from '../bot/chat.ts'
import { liveAddress, moveChat, type ChatAddress } from '../bot/link-chat.ts'
import type { Channel, Notice, Recipient, Sent } from './channel.ts'
import { openSendLimit } from './send-limit.ts'
import { sendReply } from './telegram/telegram.ts'

/** About thirty a second in all, some of which are answers; one a second to a chat; twenty a minute to a group. */
const sendLimitOf = perProcess(() => openSendLimit({ perSecond: 25, chatEvery: 1_000, groupPerMinute: 20 }))

export const telegramChannel: Channel = {
  name: 'telegram',
  // A message that was handed over twice is two messages there.
  repeatable: false,
  available: ({ config }) => config.telegramBot !== null,
  async send(ctx, recipient, notice) {
    const { chat } = recipient.address as ChatAddress
    // Groups have numbers below zero.
    const busy = sendLimitOf(ctx).take(chat, chat.startsWith('-'), ctx.clock.now())
    return busy ? { state: 'later', ...busy } : sendTo(ctx, chat, recipient, notice)
  },
}

async function sendTo(ctx: AppContext, chat: string, recipient: Recipient, notice: Notice): Promise<Sent> {
  const bot = ctx.config.telegramBot
  if (!bot) return { state: 'failed', reason: 'Бот Telegram не настроен' }
  try {
    const reply = noticeReply(notice, { siteUrl: ctx.config.siteUrl, now: ctx.clock.now() })
    return { state: 'sent', externalId: String(await sendReply(bot, chat, reply)) }
  } catch (error) {
    if (!(error instanceof ChatError)) throw error
    const { what } = error
    switch (what.is) {
      case 'gone':
        return { state: 'gone', because: what.because }
      case 'wait':
        return { state: 'later', afterMs: what.afterMs, of: what.of }
      case 'moved':
        return move(ctx, chat, what.to, recipient, notice)
      case 'refused':
        ctx.log.warn({ channel: 'telegram', error: error.message }, 'a notice was refused')
        return { state: 'failed', reason: 'Telegram не принял сообщение' }
    }
  }
}

/** The group grew into one with another number: nothing was sent to the old one. */
async function move(ctx: AppContext, from: string, to: string, recipient: Recipient, notice: Notice): Promise<Sent> {
  await ctx.db.transaction().execute((tx) => moveChat(tx, ctx, 'telegram', from, to))
  const known = await liveAddress(ctx.db, 'telegram', to).executeTakeFirst()
  return known?.id === recipient.addressId ? sendTo(ctx, to, recipient, notice) : { state: 'gone', because: 'gone' }
}

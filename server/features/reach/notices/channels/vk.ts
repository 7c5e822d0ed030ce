/** Notices by messages of a VK community, with buttons. */
import { perProcess } from '../../../../kit/per-process.ts'
import { noticeReply } from '../bot/card.ts'
import { ChatError } from '../bot/chat.ts'
import type { ChatAddress } from '../bot/link-chat.ts'
import type { Channel, Sent } from './channel.ts'
import { openSendLimit } from './send-limit.ts'
import { randomIdOf, sendToVk } from './vk/vk.ts'

/** Twenty a second with the key of a community, some of which are answers. */
const sendLimitOf = perProcess(() => openSendLimit({ perSecond: 16, chatEvery: 0, groupPerMinute: 20 }))

export const vkChannel: Channel = {
  name: 'vk',
  // `random_id` is of the delivery.
  repeatable: true,
  available: ({ config }) => config.vkNotices !== null,
  async send(ctx, { address, deliveryId }, notice): Promise<Sent> {
    const group = ctx.config.vkNotices
    if (!group) return { state: 'failed', reason: 'Сообщество ВКонтакте не настроено' }
    const { chat } = address as ChatAddress
    const busy = sendLimitOf(ctx).take(chat, false, ctx.clock.now())
    if (busy) return { state: 'later', ...busy }
    const reply = noticeReply(notice, { siteUrl: ctx.config.siteUrl, now: ctx.clock.now() })
    try {
      return { state: 'sent', externalId: String(await sendToVk(group, chat, reply, randomIdOf(deliveryId))) }
    } catch (error) {
      if (!(error instanceof ChatError)) throw error
      const { what } = error
      if (what.is === 'gone') return { state: 'gone', because: what.because }
      if (what.is === 'wait') return { state: 'later', afterMs: what.afterMs, of: what.of }
      ctx.log.warn({ channel: 'vk', error: error.message }, 'a notice was refused')
      return { state: 'failed', reason: 'ВКонтакте не принял сообщение' }
    }
  },
}

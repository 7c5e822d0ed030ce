/** The simulated Bot API: what bots hear where they are members, kept until they confirm it. */
import { HOUR } from '../../../kit/clock.ts'
import type { SimulatedChat, SimulatedMessage, TelegramWorld, WorldEvent } from './telegram-world.simulator.ts'

export interface SimulatedBot {
  token: string
  /** Names of the chats it is a member of; for a channel also its discussion group. */
  memberOf: Set<string>
  /** Updates that it did not confirm. */
  waiting: { at: Date; update: { update_id: number; [kind: string]: unknown } }[]
  /** A webhook was set: getUpdates is refused. */
  webhook: boolean
  revoked: boolean
  /** The highest offset it asked with. */
  offset: number
}

export interface BotReply {
  status: number
  body: unknown
}

const KEPT = 24 * HOUR

export function createBotApi(world: TelegramWorld, now: () => Date, longPoll: number) {
  const bots = new Map<string, SimulatedBot>()
  const held = new Map<SimulatedBot, (reply: BotReply | null) => void>()
  let nextUpdate = 700_000_001

  function hear(bot: SimulatedBot, kind: string, message: unknown): void {
    bot.waiting.push({ at: now(), update: { update_id: nextUpdate++, [kind]: message } })
    held.get(bot)?.(null)
  }

  world.listen(({ chat, message, post, change }: WorldEvent) => {
    // No one tells bots what was taken away.
    if (change === 'deleted') return
    const edited = change === 'edited' ? 'edited_' : ''
    for (const bot of bots.values()) {
      if (!bot.memberOf.has(chat.name)) continue
      if (post) hear(bot, `${edited}message`, commentOf(chat, post, message))
      else {
        hear(bot, chat.kind === 'channel' ? `${edited}channel_post` : `${edited}message`, messageOf(chat, message))
        if (chat.discussion && change === 'new') hear(bot, 'message', forwardOf(chat, message))
      }
    }
  })

  async function getUpdates(
    bot: SimulatedBot,
    { offset = 0, limit = 100 }: { offset?: number; limit?: number },
  ): Promise<BotReply> {
    if (bot.webhook)
      return refusal(
        409,
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
      )
    bot.offset = Math.max(bot.offset, offset)
    bot.waiting = bot.waiting.filter(
      ({ at, update }) => update.update_id >= offset && at.getTime() > now().getTime() - KEPT,
    )
    held.get(bot)?.(
      refusal(409, 'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running'),
    )
    if (bot.waiting.length === 0) {
      const refused = await new Promise<BotReply | null>((resolve) => {
        const timer = setTimeout(() => resolve(null), longPoll)
        held.set(bot, (reply) => {
          clearTimeout(timer)
          resolve(reply)
        })
      })
      if (refused) return refused
      held.delete(bot)
    }
    return { status: 200, body: { ok: true, result: bot.waiting.slice(0, limit).map(({ update }) => update) } }
  }

  return {
    bots,
    add(token: string, ...memberOf: string[]): SimulatedBot {
      const bot: SimulatedBot = {
        token,
        memberOf: new Set(memberOf),
        waiting: [],
        webhook: false,
        revoked: false,
        offset: 0,
      }
      bots.set(token, bot)
      return bot
    },
    async answer(token: string, method: string, given: Record<string, unknown>): Promise<BotReply> {
      const bot = bots.get(token)
      if (!bot || bot.revoked) return refusal(401, 'Unauthorized')
      if (method === 'getUpdates') return getUpdates(bot, given)
      const chat = world.chats.get(String(given.chat_id).replace('@', '').toLowerCase())
      if (!chat || chat.kind === 'person') return refusal(400, 'Bad Request: chat not found')
      switch (method) {
        case 'getChatMember':
          if (!bot.memberOf.has(chat.name)) return refusal(403, 'Forbidden: bot is not a member of the supergroup chat')
          return {
            status: 200,
            body: {
              ok: true,
              result: { status: 'member', user: { id: Number(token.split(':')[0]), is_bot: true, first_name: 'bot' } },
            },
          }
        default:
          return refusal(404, 'Not Found')
      }
    },
    close(): void {
      for (const release of held.values()) release(null)
    },
  }
}

const refusal = (code: number, description: string): BotReply => ({
  status: code,
  body: { ok: false, error_code: code, description },
})

const chatOf = ({ id, kind, title, name }: SimulatedChat) =>
  kind === 'person'
    ? { id: -id, type: 'private', first_name: title, username: name }
    : { id, type: kind === 'channel' ? 'channel' : 'supergroup', title, username: name }

const unix = (time: Date): number => Math.floor(time.getTime() / 1000)

function messageOf(chat: SimulatedChat, message: SimulatedMessage): Record<string, unknown> {
  const { author, replyTo } = message
  const answered = replyTo === null ? undefined : chat.messages.find(({ id }) => id === replyTo)
  return {
    message_id: message.id,
    ...(author
      ? {
          from: {
            id: author.id,
            is_bot: false,
            first_name: author.name,
            ...(author.username ? { username: author.username } : {}),
          },
        }
      : {}),
    ...(chat.kind === 'channel' ? { sender_chat: chatOf(chat) } : {}),
    chat: chatOf(chat),
    date: unix(message.at),
    ...(message.editedAt ? { edit_date: unix(message.editedAt) } : {}),
    ...(answered ? { reply_to_message: messageOf(chat, { ...answered, replyTo: null }) } : {}),
    ...(message.service
      ? { pinned_message: { message_id: 1, chat: chatOf(chat), date: 0 } }
      : message.pictures > 0
        ? { photo: [], caption: message.text }
        : { text: message.text }),
  }
}

/** The group where a channel is commented on has no public name. */
const discussionOf = (chat: SimulatedChat) => ({
  id: chat.discussion?.id ?? 0,
  type: 'supergroup',
  title: `${chat.title} chat`,
})

/** A post, as it comes by itself into the discussion group. */
const forwardOf = (chat: SimulatedChat, post: SimulatedMessage): Record<string, unknown> => ({
  ...messageOf(chat, post),
  message_id: post.thread,
  from: { id: 777_000, is_bot: false, first_name: 'Telegram' },
  chat: discussionOf(chat),
  is_automatic_forward: true,
  forward_origin: { type: 'channel', date: unix(post.at), chat: chatOf(chat), message_id: post.id },
})

const commentOf = (
  chat: SimulatedChat,
  post: SimulatedMessage,
  comment: SimulatedMessage,
): Record<string, unknown> => ({
  ...messageOf({ ...chat, kind: 'group' }, { ...comment, replyTo: null }),
  chat: discussionOf(chat),
  message_thread_id: post.thread,
  reply_to_message: forwardOf(chat, post),
})

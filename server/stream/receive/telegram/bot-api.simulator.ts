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

export class BotApi {
  readonly bots = new Map<string, SimulatedBot>()
  readonly #world: TelegramWorld
  readonly #now: () => Date
  readonly #longPoll: number
  /** Calls that wait for an update: null releases them. */
  readonly #held = new Map<SimulatedBot, (reply: BotReply | null) => void>()
  #nextUpdate = 700_000_001

  constructor(world: TelegramWorld, now: () => Date, longPoll: number) {
    this.#world = world
    this.#now = now
    this.#longPoll = longPoll
    world.listen((event) => this.#hear(event))
  }

  add(token: string, ...memberOf: string[]): SimulatedBot {
    const bot: SimulatedBot = {
      token,
      memberOf: new Set(memberOf),
      waiting: [],
      webhook: false,
      revoked: false,
      offset: 0,
    }
    this.bots.set(token, bot)
    return bot
  }

  async answer(token: string, method: string, given: Record<string, unknown>): Promise<BotReply> {
    const bot = this.bots.get(token)
    if (!bot || bot.revoked) return refusal(401, 'Unauthorized')
    if (method === 'getUpdates') return this.#getUpdates(bot, given)
    const chat = this.#world.chats.get(String(given.chat_id).replace('@', '').toLowerCase())
    if (!chat || chat.kind === 'person') return refusal(400, 'Bad Request: chat not found')
    return method === 'getChatMember' ? getChatMember(bot, chat) : refusal(404, 'Not Found')
  }

  close(): void {
    for (const release of this.#held.values()) release(null)
  }

  #hear({ chat, message, post, change }: WorldEvent): void {
    // Bots are not sent what was taken away.
    if (change === 'deleted') return
    const edited = change === 'edited' ? 'edited_' : ''
    for (const bot of this.bots.values()) {
      if (!bot.memberOf.has(chat.name)) continue
      if (post) this.#push(bot, `${edited}message`, commentOf(chat, post, message))
      else {
        const kind = chat.kind === 'channel' ? `${edited}channel_post` : `${edited}message`
        this.#push(bot, kind, messageOf(chat, message))
        if (chat.discussion && change === 'new') this.#push(bot, 'message', forwardOf(chat, message))
      }
    }
  }

  #push(bot: SimulatedBot, kind: string, message: unknown): void {
    bot.waiting.push({ at: this.#now(), update: { update_id: this.#nextUpdate++, [kind]: message } })
    this.#held.get(bot)?.(null)
  }

  async #getUpdates(
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
      ({ at, update }) => update.update_id >= offset && at.getTime() > this.#now().getTime() - KEPT,
    )
    this.#held.get(bot)?.(
      refusal(409, 'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running'),
    )
    if (bot.waiting.length === 0) {
      const refused = await this.#hold(bot)
      if (refused) return refused
      this.#held.delete(bot)
    }
    return { status: 200, body: { ok: true, result: bot.waiting.slice(0, limit).map(({ update }) => update) } }
  }

  /** Until an update comes, the time is over, or another call takes the place of this one. */
  #hold(bot: SimulatedBot): Promise<BotReply | null> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(null), this.#longPoll)
      this.#held.set(bot, (reply) => {
        clearTimeout(timer)
        resolve(reply)
      })
    })
  }
}

function getChatMember(bot: SimulatedBot, chat: SimulatedChat): BotReply {
  if (!bot.memberOf.has(chat.name)) return refusal(403, 'Forbidden: bot is not a member of the supergroup chat')
  const user = { id: Number(bot.token.split(':')[0]), is_bot: true, first_name: 'bot' }
  return { status: 200, body: { ok: true, result: { status: 'member', user } } }
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

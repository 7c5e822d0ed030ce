/** An account of the simulated Telegram: reads whatever is public, searches it, hears it. */
import { NetworkError } from '../shared/network-error.ts'
import type { GatewayChat, GatewayFind, GatewayMessage, GatewayPage, TelegramGateway } from './gateway.ts'
import type { SimulatedChat, SimulatedMessage, TelegramWorld } from './telegram-world.simulator.ts'

export interface SimulatedGateway extends TelegramGateway {
  /** Calls by method. */
  calls: Record<'resolve' | 'history' | 'replies' | 'search', number>
}

export function createSimulatedGateway(world: TelegramWorld, now: () => Date): SimulatedGateway {
  const calls = { resolve: 0, history: 0, replies: 0, search: 0 }
  function find(name: string): SimulatedChat {
    const chat = world.chats.get(name.toLowerCase())
    if (!chat || chat.kind === 'person') throw new NetworkError('not-found', 'gateway: 400 USERNAME_NOT_OCCUPIED')
    return chat
  }
  const pageOf = (messages: SimulatedMessage[], { before, limit }: GatewayPage): GatewayMessage[] =>
    messages
      .filter(({ id }) => before === null || id < before)
      .toReversed()
      .slice(0, limit)
      .map(toMessage)

  return {
    calls,
    async resolve(name) {
      calls.resolve += 1
      return toChat(find(name))
    },
    async history(name, page) {
      calls.history += 1
      return pageOf(find(name).messages, page)
    },
    async replies(name, post, page) {
      calls.replies += 1
      const chat = find(name)
      return chat.discussion ? pageOf(chat.messages.find(({ id }) => id === post)?.comments ?? [], page) : null
    },
    async search(query, { next, since, limit }) {
      calls.search += 1
      const words = query.toLowerCase().split(' ')
      const all = [...world.chats.values()]
        .flatMap((chat) => chat.messages.map((message) => ({ chat, message })))
        .filter(
          ({ message }) => message.at >= since && words.every((word) => message.text.toLowerCase().includes(word)),
        )
        .toSorted((a, b) => b.message.at.getTime() - a.message.at.getTime())
      const from = Number(next ?? 0)
      const found = all
        .slice(from, from + limit)
        .map(({ chat, message }) => ({ chat: toChat(chat), message: toMessage(message), post: null, deleted: false }))
      return { found, next: from + limit < all.length ? String(from + limit) : null }
    },
    onMessage: (listener: (find: GatewayFind) => void) =>
      world.listen(({ chat, message, post, change }) =>
        listener({
          chat: toChat(chat),
          message: toMessage(message),
          post: post?.id ?? null,
          deleted: change === 'deleted',
        }),
      ),
    heardAt: now,
    handleOf: () => null,
    recall: () => {},
    allowance: () => ({ perSecond: 1, perDay: null }),
  }
}

const toChat = ({ name, kind, title, avatar, members }: SimulatedChat): GatewayChat => ({
  name,
  kind: kind === 'channel' ? 'channel' : 'chat',
  title,
  avatar,
  members,
})

function toMessage({ id, at, editedAt, text, author, replyTo, service }: SimulatedMessage): GatewayMessage {
  return {
    id,
    date: at,
    editedAt,
    text: service ? '' : text,
    replyTo,
    author: author && { id: String(author.id), username: author.username, name: author.name, avatar: null },
  }
}

/** Telegram as an account sees it by MTProto, made from the simulated world of the other simulators. */
import { Long, type mtp, type tl } from '@mtcute/core'
import { writeStringSession } from '@mtcute/core/utils.js'
import { systemClock } from '../../../../kit/clock.ts'
import { openFaults } from '../../shared/local-server.simulator.ts'
import type { SimulatedChat, TelegramWorld, WorldEvent } from '../telegram-world.simulator.ts'
import { NodeCrypto } from './node-crypto.ts'
import {
  bare,
  hashOf,
  seconds,
  channelOf,
  groupOf,
  fullOf,
  dialogOf,
  userOf,
  everyMessage,
  usersOf,
  messageOf,
  commentOf,
  forwardOf,
  listOf,
} from './mtproto-shapes.simulator.ts'
import { startWireSimulator, type Answer, type ServedConnection, type WireSimulator } from './mtproto-wire.simulator.ts'

export type MtprotoMethod = tl.RpcMethod['_']

/** An error as Telegram answers it. */
interface RpcFault {
  code: number
  text: string
}

type Handlers = {
  [Method in MtprotoMethod]?: (request: Extract<tl.RpcMethod, { _: Method }>) => tl.TlObject | tl.TlObject[]
}

/** Of one channel or group: what happened there, numbered. */
interface Log {
  pts: number
  events: { pts: number; update: tl.TypeUpdate; message: tl.TypeMessage | null }[]
}

class Refused extends Error {
  readonly refusal: RpcFault

  constructor(code: number, text: string) {
    super(text)
    this.refusal = { code, text }
  }
}

export async function startMtprotoSimulator(world: TelegramWorld): Promise<MtprotoSimulator> {
  const authKey = new NodeCrypto().randomBytes(256)
  const wire = await startWireSimulator(authKey, (request, connection) => simulator.answer(request, connection))
  const simulator = new MtprotoSimulator(world, wire, authKey)
  return simulator
}

export class MtprotoSimulator {
  /** As the login prints it. */
  readonly session: string
  readonly asked: tl.RpcMethod[] = []
  /** Of the account: only with it posts of all channels are searched. */
  premium = true
  freeSearches = 10
  /** What happens is not pushed: a gap. */
  isDeaf = false
  /** A difference of more than so many events is too long to be sent. */
  mostDifference = 100
  /** Whether posts are heard when they come to the discussion group. */
  pushesForwards = true
  readonly wire: WireSimulator
  readonly #world: TelegramWorld
  readonly #faults = openFaults<RpcFault | 'silence'>()
  readonly #logs = new Map<number, Log>()
  readonly #stop: () => void

  constructor(world: TelegramWorld, wire: WireSimulator, authKey: Uint8Array) {
    this.#world = world
    this.wire = wire
    const dc = { id: 2, ipAddress: '127.0.0.1', port: wire.port }
    this.session = writeStringSession({ version: 3, primaryDcs: { main: dc, media: dc }, authKey })
    this.#stop = world.listen((event) => this.#happen(event))
  }

  count(method: MtprotoMethod): number {
    return this.asked.filter((request) => request._ === method).length
  }

  /** The next calls of the method are refused so, or never answered. */
  refuse(method: MtprotoMethod, refusal: RpcFault | 'silence', times = 1): void {
    this.#faults.add(refusal, method, times)
  }

  /** Cuts off all that are connected. */
  cut(): void {
    for (const connection of this.wire.connections) connection.cut()
  }

  /** Telegram knows the key of the session no more. */
  forgetKey(): void {
    this.wire.authKey = new NodeCrypto().randomBytes(256)
    this.cut()
  }

  close(): Promise<void> {
    this.#stop()
    return this.wire.close()
  }

  answer(request: tl.RpcMethod, connection: ServedConnection): ReturnType<Answer> {
    this.asked.push(request)
    if (connection.isNew) return refusalOf({ code: 401, text: 'AUTH_KEY_UNREGISTERED' })
    const fault = this.#faults.take(request._)
    if (fault === 'silence') return null
    if (fault) return refusalOf(fault)
    if (request._ === 'updates.getState') connection.hears = true
    const handle = this.#handlers[request._] as ((request: tl.RpcMethod) => tl.TlObject | tl.TlObject[]) | undefined
    if (!handle) return refusalOf({ code: 400, text: 'METHOD_INVALID' })
    try {
      return handle(request)
    } catch (error) {
      if (error instanceof Refused) return refusalOf(error.refusal)
      throw error
    }
  }

  readonly #handlers: Handlers = {
    'users.getUsers': () => [{ ...userOf({ id: 1, name: 'Эхолот', username: null }), self: true }],
    'updates.getState': () => this.#state(),
    'updates.getDifference': () => ({
      _: 'updates.difference',
      newMessages: [],
      newEncryptedMessages: [],
      otherUpdates: [...this.#logs].map(([channelId, { pts }]) => ({ _: 'updateChannelTooLong', channelId, pts })),
      chats: [...this.#logs.keys()].map((id) => this.#chatById(id)),
      users: [],
      state: this.#state(),
    }),
    'updates.getChannelDifference': ({ channel, pts }) => this.#difference(channel, pts),
    'contacts.resolveUsername': ({ username }) => {
      const chat = this.#world.chats.get(username.toLowerCase())
      if (!chat) throw new Refused(400, 'USERNAME_NOT_OCCUPIED')
      if (chat.kind === 'person') {
        const user = userOf({ id: bare(chat), name: chat.title, username: chat.name })
        return { _: 'contacts.resolvedPeer', peer: { _: 'peerUser', userId: user.id }, chats: [], users: [user] }
      }
      const peer: tl.TypePeer = { _: 'peerChannel', channelId: bare(chat) }
      return { _: 'contacts.resolvedPeer', peer, chats: [channelOf(chat)], users: [] }
    },
    'channels.getFullChannel': ({ channel }) => {
      const chat = this.#find(channel)
      return { _: 'messages.chatFull', fullChat: fullOf(chat), chats: [channelOf(chat)], users: [] }
    },
    'messages.getHistory': ({ peer, offsetId, limit }) => {
      const chat = this.#find(peer)
      return listOf(chat, chat.messages, { offsetId, limit }, (message) => messageOf(chat, message))
    },
    'messages.getReplies': ({ peer, msgId, offsetId, limit }) => {
      const chat = this.#find(peer)
      const post = chat.messages.find(({ id }) => id === msgId)
      if (!chat.discussion || !post) throw new Refused(400, 'MSG_ID_INVALID')
      return listOf(chat, post.comments, { offsetId, limit }, (message) => commentOf(chat, post, message))
    },
    'channels.getMessages': ({ channel, id }) => {
      const chat = this.#discussed(channel)
      const messages = id.map((each) => {
        const post = each._ === 'inputMessageID' && chat.messages.find(({ thread }) => thread === each.id)
        return post ? forwardOf(chat, post) : ({ _: 'messageEmpty', id: 0 } as const)
      })
      return {
        _: 'messages.channelMessages',
        pts: 1,
        count: messages.length,
        messages,
        topics: [],
        chats: [channelOf(chat), groupOf(chat)],
        users: [],
      }
    },
    'channels.checkSearchPostsFlood': () => {
      if (!this.premium) throw new Refused(403, 'PREMIUM_ACCOUNT_REQUIRED')
      return {
        _: 'searchPostsFlood',
        totalDaily: 10,
        remains: this.freeSearches,
        waitTill: this.freeSearches > 0 ? undefined : 1_900_000_000,
        starsAmount: Long.fromNumber(200),
      }
    },
    'channels.searchPosts': (request) => {
      if (!this.premium) throw new Refused(403, 'PREMIUM_ACCOUNT_REQUIRED')
      if (request.allowPaidStars) throw new Refused(400, 'BALANCE_TOO_LOW')
      return this.#searched(request.query ?? '', request, ({ kind }) => kind === 'channel')
    },
    'messages.searchGlobal': (request) => this.#searched(request.q, request, () => true),
  }

  #state(): tl.updates.RawState {
    return { _: 'updates.state', pts: 1, qts: 0, date: seconds(systemClock.now()), seq: 0, unreadCount: 0 }
  }

  #find(input: tl.TypeInputPeer | tl.TypeInputChannel): SimulatedChat {
    const asked = 'channelId' in input && 'accessHash' in input ? input : null
    const chat = [...this.#world.chats.values()].find((each) => bare(each) === asked?.channelId)
    if (!asked || !chat || !asked.accessHash.eq(hashOf(asked.channelId))) throw new Refused(400, 'CHANNEL_INVALID')
    return chat
  }

  /** The channel of a discussion group. */
  #discussed(input: tl.TypeInputChannel): SimulatedChat {
    const id = 'channelId' in input ? input.channelId : 0
    const chat = [...this.#world.chats.values()].find(({ discussion }) => discussion && bare(discussion) === id)
    if (!chat) throw new Refused(400, 'CHANNEL_INVALID')
    return chat
  }

  #chatById(id: number): tl.RawChannel {
    for (const chat of this.#world.chats.values()) {
      if (bare(chat) === id) return channelOf(chat)
      if (chat.discussion && bare(chat.discussion) === id) return groupOf(chat)
    }
    throw new Error(`no chat ${id} in the simulated Telegram`)
  }

  #searched(
    query: string,
    { offsetRate, offsetId, limit }: { offsetRate: number; offsetId: number; limit: number },
    isSearched: (chat: SimulatedChat) => boolean,
  ): tl.messages.RawMessagesSlice {
    const words = query.toLowerCase().split(' ')
    const all = [...this.#world.chats.values()]
      .filter((chat) => chat.kind !== 'person' && isSearched(chat))
      .flatMap((chat) => chat.messages.map((message) => ({ chat, message })))
      .filter(({ message }) => words.every((word) => message.text.toLowerCase().includes(word)))
      .toSorted((a, b) => b.message.at.getTime() - a.message.at.getTime())
    // The rate is the place in the list, which is as good as any.
    const from = offsetId === 0 ? 0 : offsetRate
    const shown = all.slice(from, from + limit)
    return {
      _: 'messages.messagesSlice',
      count: all.length,
      nextRate: from + limit < all.length ? from + limit : undefined,
      messages: shown.map(({ chat, message }) => messageOf(chat, message)),
      topics: [],
      chats: [...new Set(shown.map(({ chat }) => chat))].map((chat) => channelOf(chat)),
      users: usersOf(shown.map(({ message }) => message)),
    }
  }

  #difference(input: tl.TypeInputChannel, pts: number): tl.updates.TypeChannelDifference {
    const id = 'channelId' in input ? input.channelId : 0
    const log = this.#logs.get(id)
    const missed = log?.events.filter((event) => event.pts > pts) ?? []
    if (!log || missed.length === 0) return { _: 'updates.channelDifferenceEmpty', final: true, pts: log?.pts ?? pts }
    const chat = this.#chatById(id)
    const messages = missed.flatMap(({ message }) => (message ? [message] : []))
    const parties = {
      chats: [chat],
      users: [...this.#world.chats.values()].flatMap((each) => usersOf(everyMessage(each))),
    }
    if (missed.length > this.mostDifference)
      return {
        _: 'updates.channelDifferenceTooLong',
        final: true,
        dialog: dialogOf(id, log.pts),
        messages: messages.slice(-this.mostDifference),
        ...parties,
      }
    const isNew = ({ update }: { update: tl.TypeUpdate }): boolean => update._ === 'updateNewChannelMessage'
    return {
      _: 'updates.channelDifference',
      final: true,
      pts: log.pts,
      newMessages: missed.filter(isNew).flatMap(({ message }) => (message ? [message] : [])),
      otherUpdates: missed.filter((event) => !isNew(event)).map(({ update }) => update),
      ...parties,
    }
  }

  #happen({ chat, message, post, change }: WorldEvent): void {
    if (chat.kind === 'person') return
    if (post) return this.#record(bare(chat.discussion ?? chat), change, commentOf(chat, post, message), chat)
    this.#record(bare(chat), change, messageOf(chat, message), chat)
    if (chat.discussion && change === 'new' && this.pushesForwards)
      this.#record(bare(chat.discussion), 'new', forwardOf(chat, message), chat)
  }

  #record(
    id: number,
    change: WorldEvent['change'],
    message: tl.RawMessage | tl.RawMessageService,
    chat: SimulatedChat,
  ): void {
    const log = this.#logs.get(id) ?? { pts: 1, events: [] }
    this.#logs.set(id, log)
    log.pts += 1
    const numbered = { pts: log.pts, ptsCount: 1 }
    const update: tl.TypeUpdate =
      change === 'deleted'
        ? { _: 'updateDeleteChannelMessages', channelId: id, messages: [message.id], ...numbered }
        : { _: change === 'new' ? 'updateNewChannelMessage' : 'updateEditChannelMessage', message, ...numbered }
    log.events.push({ pts: log.pts, update, message: change === 'deleted' ? null : message })
    if (this.isDeaf) return
    const chats = [channelOf(chat), ...(chat.discussion ? [groupOf(chat)] : [])]
    const users = usersOf(everyMessage(chat))
    for (const connection of this.wire.connections)
      if (connection.hears)
        connection.push({ _: 'updates', updates: [update], users, chats, date: seconds(systemClock.now()), seq: 0 })
  }
}

const refusalOf = ({ code, text }: RpcFault): mtp.RawMt_rpc_error => ({
  _: 'mt_rpc_error',
  errorCode: code,
  errorMessage: text,
})

/**
 * What is pushed to the account of channels and groups it has joined: new messages, edits, deletions. What is written in a
 * discussion group is a comment under a post of its channel. Closed groups and what people write to the account are not heard.
 */
import { Long, type RawUpdateInfo, type tl } from '@mtcute/core'
import type { Time } from '../../shared/adapter.ts'
import { isNetworkError } from '../../shared/network-error.ts'
import type { TokenPool } from '../../shared/token-pool.ts'
import type { GatewayChat, GatewayFind, GatewayMessage } from '../gateway.ts'
import type { MtprotoAccount, AccountListener } from './mtproto-account.ts'
import type { AccountPages } from './read-pages.ts'
import { forwardedPost, partiesOf, readChat, readMessage, threadOf, type Parties } from './read-message.ts'

interface Post {
  chat: GatewayChat
  post: number
}

export interface HeardOptions {
  account: MtprotoAccount
  pages: AccountPages
  /** Method `history`. */
  pool: TokenPool
  time: Time
  log: { warn(about: object, message: string): void }
  report(find: GatewayFind): void
}

/** Threads and comments whose posts are remembered. */
const REMEMBERED = 5_000
const PAGE = 100
/** Pages of history by which what was too much to be pushed is caught up with; the rest is found when the group is read. */
const MOST_PAGES = 10

export class Heard implements AccountListener {
  readonly #options: HeardOptions
  readonly #ends: AbortSignal
  /** Which post the threads of discussion groups are about, by `<group>:<message>`; null: none. */
  readonly #threads = new Remembered<Post | null>()
  /** Where comments were heard, by `<group>:<message>`: a deletion names nothing else. */
  readonly #comments = new Remembered<Post>()
  readonly #chats = new Remembered<GatewayChat>()
  /** The newest message heard of each channel. */
  readonly #newest = new Map<number, number>()
  /** One after another, as they came. */
  #reporting: Promise<void> = Promise.resolve()

  constructor(options: HeardOptions, ends: AbortSignal) {
    this.#options = options
    this.#ends = ends
  }

  onUpdate({ update, peers }: RawUpdateInfo): void {
    switch (update._) {
      case 'updateNewChannelMessage':
      case 'updateEditChannelMessage':
        return this.#queue(() => this.#reportMessage(update.message, peers))
      case 'updateDeleteChannelMessages':
        return this.#queue(async () => this.#reportDeletions(update))
      default:
    }
  }

  onTooLong(channelId: number, { messages, chats, users }: tl.updates.RawChannelDifferenceTooLong): void {
    const parties = partiesOf({ chats, users })
    const known = this.#newest.get(channelId)
    this.#queue(async () => {
      for (const message of messages.toSorted((a, b) => a.id - b.id)) await this.#reportMessage(message, parties)
      const chat = readChat(parties.chats.get(channelId))
      const lowest = Math.min(...messages.map(({ id }) => id))
      if (chat && known !== undefined && lowest > known + 1 && Number.isFinite(lowest))
        await this.#catchUp(chat, known, lowest)
    })
  }

  #queue(work: () => Promise<void>): void {
    this.#reporting = this.#reporting.then(work).catch((error: unknown) => {
      if (this.#ends.aborted) return
      this.#options.log.warn({ err: error }, 'what Telegram pushed could not be read')
    })
  }

  async #reportMessage(raw: tl.TypeMessage, parties: Parties): Promise<void> {
    if (raw._ === 'messageEmpty' || raw.peerId._ !== 'peerChannel') return
    const { channelId } = raw.peerId
    const channel = parties.chats.get(channelId)
    const message = readMessage(raw, parties)
    if (!message) return
    this.#newest.set(channelId, Math.max(message.id, this.#newest.get(channelId) ?? 0))
    if (this.#noteThread(channelId, raw, parties)) return
    const post = channel?._ === 'channel' && channel.hasLink ? await this.#postOf(channel, raw) : null
    const chat = readChat(channel)
    if (post) this.#comments.set(`${channelId}:${message.id}`, post)
    else if (chat) this.#chats.set(String(channelId), chat)
    this.#report(post, chat, message)
  }

  #report(post: Post | null, chat: GatewayChat | null, message: GatewayMessage, deleted = false): void {
    if (post) this.#options.report({ chat: post.chat, message, post: post.post, deleted })
    else if (chat) this.#options.report({ chat, message, post: null, deleted })
  }

  #reportDeletions({ channelId, messages }: tl.RawUpdateDeleteChannelMessages): void {
    const chat = this.#chats.get(String(channelId)) ?? null
    for (const id of messages) {
      const message = { id, date: this.#options.time.now(), editedAt: null, text: '', author: null, replyTo: null }
      this.#report(this.#comments.get(`${channelId}:${id}`) ?? null, chat, message, true)
    }
  }

  /** @returns whether it is a post itself, put into the discussion group by Telegram */
  #noteThread(channelId: number, raw: tl.TypeMessage, parties: Parties): boolean {
    const from = forwardedPost(raw)
    if (!from) return false
    const chat = readChat(parties.chats.get(from.channelId))
    this.#threads.set(`${channelId}:${raw.id}`, chat && { chat, post: from.post })
    return true
  }

  /** The post that a message of a discussion group is about: its thread is asked for where it was not heard itself. */
  async #postOf(group: tl.RawChannel, raw: tl.RawMessage | tl.RawMessageService): Promise<Post | null> {
    const thread = threadOf(raw)
    // Channels have a discussion group, too: what is written there itself is no comment.
    if (thread === null || group.broadcast) return null
    const key = `${group.id}:${thread}`
    if (this.#threads.get(key) === undefined) {
      const { account, pool } = this.#options
      const channel = { _: 'inputChannel', channelId: group.id, accessHash: group.accessHash ?? Long.ZERO } as const
      try {
        const answer = await pool.use(
          'history',
          () =>
            account.call({ _: 'channels.getMessages', channel, id: [{ _: 'inputMessageID', id: thread }] }, this.#ends),
          this.#ends,
        )
        const root = answer._ === 'messages.messagesNotModified' ? undefined : answer.messages[0]
        if (
          !root ||
          answer._ === 'messages.messagesNotModified' ||
          !this.#noteThread(group.id, root, partiesOf(answer))
        )
          this.#threads.set(key, null)
      } catch (error) {
        if (!isNetworkError(error)) throw error
        return null
      }
    }
    return this.#threads.get(key) ?? null
  }

  async #catchUp(chat: GatewayChat, known: number, lowest: number): Promise<void> {
    let before = lowest
    for (let page = 0; page < MOST_PAGES && before > known + 1; page += 1) {
      const limit = Math.min(PAGE, before - known - 1)
      const messages = await this.#options.pages.history(chat.name, { before, limit }, this.#ends)
      for (const message of messages) if (message.id > known) this.#report(null, chat, message)
      const last = messages.at(-1)
      if (!last || messages.length < limit) return
      before = last.id
    }
  }
}

/** The newest so many. */
class Remembered<Value> {
  readonly #values = new Map<string, Value>()

  get(key: string): Value | undefined {
    return this.#values.get(key)
  }

  set(key: string, value: Value): void {
    this.#values.delete(key)
    this.#values.set(key, value)
    if (this.#values.size > REMEMBERED)
      for (const oldest of this.#values.keys()) return void this.#values.delete(oldest)
  }
}

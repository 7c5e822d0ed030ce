/**
 * Which channel or group a public name means. Names are asked for a few hundred a day at most, so that one that is known is
 * not asked for again; what reaches the channel without its name, its handle, is kept by its reader.
 */
import { Long, type tl } from '@mtcute/core'
import { DAY } from '../../../../kit/clock.ts'
import type { Time } from '../../shared/adapter.ts'
import { isNetworkError, NetworkError } from '../../shared/network-error.ts'
import type { TokenPool } from '../../shared/token-pool.ts'
import type { GatewayChat } from '../gateway.ts'
import type { MtprotoAccount } from './mtproto-account.ts'
import { publicNamesOf, readChat } from './read-message.ts'

/** What a group is called and how many are in it changes slowly, and is noted by the way. */
const CHAT_HOLDS = DAY

interface Known {
  channelId: number
  accessHash: Long
  /** It was kept by someone, and may be of another account. */
  isRecalled: boolean
  chat: GatewayChat | null
  /** When its card was read, in milliseconds. */
  readAt: number
}

export interface PublicNamesOptions {
  account: MtprotoAccount
  /** Methods `name` and `card`. */
  pool: TokenPool
  time: Time
}

export class PublicNames {
  readonly #options: PublicNamesOptions
  readonly #known = new Map<string, Known>()
  readonly #asked = new Map<string, Promise<Known>>()

  constructor(options: PublicNamesOptions) {
    this.#options = options
  }

  handleOf(name: string): string | null {
    const known = this.#known.get(name.toLowerCase())
    return known ? `${known.channelId}:${known.accessHash.toString()}` : null
  }

  recall(name: string, handle: string): void {
    const key = name.toLowerCase()
    const [, id, hash] = /^(\d{1,15}):(-?\d{1,20})$/.exec(handle) ?? []
    if (this.#known.has(key) || id === undefined || hash === undefined) return
    const accessHash = Long.fromString(hash)
    this.#known.set(key, { channelId: Number(id), accessHash, isRecalled: true, chat: null, readAt: -Infinity })
  }

  /** @throws NetworkError */
  async chat(name: string, signal: AbortSignal): Promise<GatewayChat> {
    const { account, pool, time } = this.#options
    const known = await this.#find(name, signal)
    if (known.chat && time.now().getTime() - known.readAt < CHAT_HOLDS) return known.chat
    const { fullChat, chats } = await this.reach(
      name,
      ({ channelId, accessHash }) =>
        pool.use(
          'card',
          () =>
            account.call(
              { _: 'channels.getFullChannel', channel: { _: 'inputChannel', channelId, accessHash } },
              signal,
            ),
          signal,
        ),
      signal,
    )
    const now = this.#known.get(name.toLowerCase())
    const chat = readChat(chats.find(({ id }) => id === fullChat.id))
    if (!chat || !now) throw new NetworkError('access-denied', `mtproto ${name}: it has no public name any more`)
    const members = (fullChat._ === 'channelFull' ? fullChat.participantsCount : null) ?? chat.members
    Object.assign(now, { chat: { ...chat, members }, readAt: time.now().getTime() })
    return { ...chat, members }
  }

  /**
   * Does something with the channel; where it can not be reached by what was kept of it, its name is asked for once more.
   * @throws NetworkError
   */
  async reach<Answer extends { chats: tl.TypeChat[] } | { _: 'messages.messagesNotModified' } | null>(
    name: string,
    work: (channel: tl.RawInputPeerChannel) => Promise<Answer>,
    signal: AbortSignal,
  ): Promise<Answer> {
    const known = await this.#find(name, signal)
    try {
      const answer = await work(inputOf(known))
      if (!answer || !('chats' in answer) || this.#isStillNamed(name, known, answer.chats)) return answer
    } catch (error) {
      if (!isNetworkError(error, 'not-found', 'access-denied')) throw error
      this.#known.delete(name.toLowerCase())
      if (!known.isRecalled) throw error
    }
    this.#known.delete(name.toLowerCase())
    return work(inputOf(await this.#find(name, signal)))
  }

  /** A name may have gone over to another channel. */
  #isStillNamed(name: string, { channelId }: Known, chats: tl.TypeChat[]): boolean {
    const chat = chats.find(({ id }) => id === channelId)
    if (chat?._ !== 'channel' || chat.min) return true
    return publicNamesOf(chat).some((each) => each.toLowerCase() === name.toLowerCase())
  }

  #find(name: string, signal: AbortSignal): Promise<Known> {
    const key = name.toLowerCase()
    const known = this.#known.get(key)
    if (known) return Promise.resolve(known)
    const asked = this.#asked.get(key)
    if (asked) return asked
    const asking = this.#ask(key, signal).finally(() => this.#asked.delete(key))
    this.#asked.set(key, asking)
    return asking
  }

  async #ask(key: string, signal: AbortSignal): Promise<Known> {
    const { account, pool } = this.#options
    const { peer, chats } = await pool.use(
      'name',
      () => account.call({ _: 'contacts.resolveUsername', username: key }, signal),
      signal,
    )
    const chat = peer._ === 'peerChannel' ? chats.find(({ id }) => id === peer.channelId) : undefined
    if (chat?._ === 'channelForbidden') throw new NetworkError('access-denied', `mtproto ${key}: it is closed to us`)
    if (chat?._ !== 'channel' || !chat.accessHash)
      throw new NetworkError('not-found', `mtproto ${key}: neither a channel nor a group`)
    const known = { channelId: chat.id, accessHash: chat.accessHash, isRecalled: false, chat: null, readAt: -Infinity }
    this.#known.set(key, known)
    return known
  }
}

const inputOf = ({ channelId, accessHash }: Known): tl.RawInputPeerChannel => ({
  _: 'inputPeerChannel',
  channelId,
  accessHash,
})

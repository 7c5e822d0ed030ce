/**
 * Search for words. Posts of all public channels are searched for accounts with Telegram Premium, so many searches a day free;
 * none is ever paid for. Other accounts search what they have joined.
 */
import { Long, type tl } from '@mtcute/core'
import { DAY } from '../../../../kit/clock.ts'
import type { CallAllowance, Time } from '../../shared/adapter.ts'
import { NetworkError } from '../../shared/network-error.ts'
import type { TokenPool } from '../../shared/token-pool.ts'
import type { GatewayFind, TelegramGateway } from '../gateway.ts'
import type { MtprotoAccount } from './mtproto-account.ts'
import { partiesOf, readChat, readMessage } from './read-message.ts'
import { refusalText } from './error-of-mtproto.ts'

export interface AccountSearchOptions {
  account: MtprotoAccount
  /** Methods `search` and `search-left`. */
  pool: TokenPool
  time: Time
}

interface SearchPlace {
  in: 'posts' | 'joined'
  rate: number
  peer: tl.TypeInputPeer
  id: number
}

/** Free searches a day, until Telegram has said how many. */
const FREE_SEARCHES = 10
/** Searches of what is joined: no number is published. */
const JOINED_SEARCHES = 500
/** Pages of nothing anyone may read are passed over, so many at once. */
const MOST_EMPTY = 3
/** Whether the account has Premium now is asked again. */
const PREMIUM_AGAIN = DAY

const beginning = { rate: 0, peer: { _: 'inputPeerEmpty' }, id: 0 } as const

export class AccountSearch {
  readonly #options: AccountSearchOptions
  #freeADay = FREE_SEARCHES
  /** Milliseconds: until then only what is joined is searched. */
  #joinedUntil = 0

  constructor(options: AccountSearchOptions) {
    this.#options = options
  }

  allowance(): CallAllowance {
    const { perSecond } = this.#options.pool.allowance('search')
    return { perSecond, perDay: this.#searchesJoined() ? JOINED_SEARCHES : this.#freeADay }
  }

  search: TelegramGateway['search'] = async (query, { next, since, limit }, signal) => {
    let place = (next === null ? null : readPlace(next)) ?? this.#beginning()
    if (place.in === 'posts' && place.id === 0) {
      try {
        await this.#checkFree(query, signal)
      } catch (error) {
        if (refusalText(error) !== 'PREMIUM_ACCOUNT_REQUIRED') throw error
        this.#joinedUntil = this.#now() + PREMIUM_AGAIN
        place = this.#beginning()
      }
    }
    for (let empty = 0; ; empty += 1) {
      const answer = await this.#ask(query, place, { since, limit }, signal)
      if (answer === 'premium') {
        this.#joinedUntil = this.#now() + PREMIUM_AGAIN
        place = this.#beginning()
        continue
      }
      const found = findsOf(answer)
      const further = placeAfter(answer, place, limit)
      if (!further || found.length > 0 || empty >= MOST_EMPTY) return { found, next: further && writePlace(further) }
      place = further
    }
  }

  #beginning(): SearchPlace {
    return { in: this.#searchesJoined() ? 'joined' : 'posts', ...beginning }
  }

  #searchesJoined(): boolean {
    return this.#joinedUntil > this.#now()
  }

  #now(): number {
    return this.#options.time.now().getTime()
  }

  /** @throws NetworkError `quota-exceeded` where the search would cost something */
  async #checkFree(query: string, signal: AbortSignal): Promise<void> {
    const { account, pool } = this.#options
    const left = await pool.use(
      'search-left',
      () => account.call({ _: 'channels.checkSearchPostsFlood', query }, signal),
      signal,
    )
    this.#freeADay = Math.max(1, left.totalDaily)
    if (left.queryIsFree || left.remains > 0) return
    throw new NetworkError('quota-exceeded', 'mtproto channels.searchPosts: the free searches of today are used up', {
      until: left.waitTill === undefined ? new Date(this.#now() + DAY) : new Date(left.waitTill * 1000),
    })
  }

  async #ask(
    q: string,
    { in: where, rate: offsetRate, peer: offsetPeer, id: offsetId }: SearchPlace,
    { since, limit }: { since: Date; limit: number },
    signal: AbortSignal,
  ): Promise<tl.messages.TypeMessages | 'premium'> {
    const { account, pool } = this.#options
    const offset = { offsetRate, offsetPeer, offsetId, limit }
    const request: tl.RpcMethod =
      where === 'posts'
        ? { _: 'channels.searchPosts', query: q, ...offset }
        : {
            _: 'messages.searchGlobal',
            q,
            filter: { _: 'inputMessagesFilterEmpty' },
            minDate: Math.floor(since.getTime() / 1000),
            maxDate: 0,
            ...offset,
          }
    try {
      return await pool.use('search', () => account.call(request, signal), signal)
    } catch (error) {
      if (where === 'posts' && refusalText(error) === 'PREMIUM_ACCOUNT_REQUIRED') return 'premium'
      throw error
    }
  }
}

/** What anybody can open; what people write to the account itself is no one's business. */
function findsOf(answer: tl.messages.TypeMessages): GatewayFind[] {
  if (answer._ === 'messages.messagesNotModified') return []
  const parties = partiesOf(answer)
  return answer.messages.flatMap((raw) => {
    const message = readMessage(raw, parties)
    if (!message || raw._ === 'messageEmpty' || raw.peerId._ !== 'peerChannel') return []
    const chat = readChat(parties.chats.get(raw.peerId.channelId))
    return chat ? [{ chat, message, post: null, deleted: false }] : []
  })
}

function placeAfter(answer: tl.messages.TypeMessages, { in: where }: SearchPlace, limit: number): SearchPlace | null {
  if (answer._ === 'messages.messagesNotModified' || answer._ === 'messages.messages') return null
  const last = answer.messages.at(-1)
  if (!last || last._ === 'messageEmpty') return null
  const rate = answer._ === 'messages.messagesSlice' ? answer.nextRate : undefined
  if (rate === undefined && answer.messages.length < limit) return null
  const { chats, users } = partiesOf(answer)
  return { in: where, rate: rate ?? last.date, peer: inputPeerOf(last.peerId, chats, users), id: last.id }
}

function inputPeerOf(
  peer: tl.TypePeer,
  chats: ReadonlyMap<number, tl.TypeChat>,
  users: ReadonlyMap<number, tl.TypeUser>,
): tl.TypeInputPeer {
  if (peer._ === 'peerChat') return { _: 'inputPeerChat', chatId: peer.chatId }
  const party = peer._ === 'peerChannel' ? chats.get(peer.channelId) : users.get(peer.userId)
  const accessHash = (party && 'accessHash' in party ? party.accessHash : undefined) ?? Long.ZERO
  return peer._ === 'peerChannel'
    ? { _: 'inputPeerChannel', channelId: peer.channelId, accessHash }
    : { _: 'inputPeerUser', userId: peer.userId, accessHash }
}

/** `posts:<rate>:<id>:<peer>`: it is kept with what was found. */
function writePlace({ in: where, rate, peer, id }: SearchPlace): string {
  const of =
    peer._ === 'inputPeerChannel'
      ? `c${peer.channelId}:${peer.accessHash.toString()}`
      : peer._ === 'inputPeerUser'
        ? `u${peer.userId}:${peer.accessHash.toString()}`
        : peer._ === 'inputPeerChat'
          ? `g${peer.chatId}:0`
          : 'e0:0'
  return `${where}:${rate}:${id}:${of}`
}

/** @returns null where it is none of ours: the search begins again */
function readPlace(written: string): SearchPlace | null {
  const [, where, rate, id, kind, number, hash] =
    /^(posts|joined):(\d{1,12}):(\d{1,10}):([cuge])(\d{1,15}):(-?\d{1,20})$/.exec(written) ?? []
  if (where === undefined || hash === undefined) return null
  const accessHash = Long.fromString(hash)
  const peers: Record<string, tl.TypeInputPeer> = {
    c: { _: 'inputPeerChannel', channelId: Number(number), accessHash },
    u: { _: 'inputPeerUser', userId: Number(number), accessHash },
    g: { _: 'inputPeerChat', chatId: Number(number) },
  }
  return {
    in: where as SearchPlace['in'],
    rate: Number(rate),
    id: Number(id),
    peer: peers[kind ?? ''] ?? { _: 'inputPeerEmpty' },
  }
}

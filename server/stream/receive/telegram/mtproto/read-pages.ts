/** Pages of history and of comments, newest first. */
import { Long, type tl } from '@mtcute/core'
import type { TokenPool } from '../../shared/token-pool.ts'
import type { GatewayMessage, GatewayPage } from '../gateway.ts'
import type { MtprotoAccount } from './mtproto-account.ts'
import type { PublicNames } from './public-names.ts'
import { partiesOf, readMessage } from './read-message.ts'
import { refusalText } from './error-of-mtproto.ts'

/** What Telegram gives in one answer. */
const MOST = 100
/** A page that came out short is filled up by as many calls in all. */
const MOST_CALLS = 4
/** There is no discussion, or none that this account may see. */
const noComments = new Set(['MSG_ID_INVALID', 'TOPIC_ID_INVALID', 'CHANNEL_PRIVATE', 'PEER_ID_INVALID'])
const anywhere = { offsetDate: 0, addOffset: 0, maxId: 0, minId: 0, hash: Long.ZERO }

export interface AccountPages {
  history(name: string, page: GatewayPage, signal: AbortSignal): Promise<GatewayMessage[]>
  replies(name: string, post: number, page: GatewayPage, signal: AbortSignal): Promise<GatewayMessage[] | null>
}

export interface AccountPagesOptions {
  account: MtprotoAccount
  names: PublicNames
  /** Methods `history` and `replies`. */
  pool: TokenPool
}

export function openAccountPages({ account, names, pool }: AccountPagesOptions): AccountPages {
  const askHistory = (name: string, signal: AbortSignal) => (offsetId: number, limit: number) =>
    names.reach(
      name,
      (peer) =>
        pool.use(
          'history',
          () => account.call({ _: 'messages.getHistory', peer, offsetId, limit, ...anywhere }, signal),
          signal,
        ),
      signal,
    )

  const askReplies = (name: string, msgId: number, signal: AbortSignal) => (offsetId: number, limit: number) =>
    names.reach(
      name,
      async (peer) => {
        try {
          return await pool.use(
            'replies',
            () => account.call({ _: 'messages.getReplies', peer, msgId, offsetId, limit, ...anywhere }, signal),
            signal,
          )
        } catch (error) {
          if (noComments.has(refusalText(error) ?? '')) return null
          throw error
        }
      },
      signal,
    )

  return {
    history: async (name, page, signal) => (await readPage(page, askHistory(name, signal))) ?? [],
    replies: (name, post, page, signal) => readPage(page, askReplies(name, post, signal)),
  }
}

type Ask = (offsetId: number, limit: number) => Promise<tl.messages.TypeMessages | null>

/** A short page is taken for the last one, so it has to be the last one. */
async function readPage({ before, limit: most }: GatewayPage, ask: Ask): Promise<GatewayMessage[] | null> {
  const messages = new Map<number, GatewayMessage>()
  let from = before ?? 0
  for (let calls = 0; calls < MOST_CALLS && messages.size < most; calls += 1) {
    const answer = await ask(from, Math.min(MOST, most - messages.size))
    if (answer === null) return null
    if (answer._ === 'messages.messagesNotModified') break
    const parties = partiesOf(answer)
    for (const raw of answer.messages) {
      const message = readMessage(raw, parties)
      if (message) messages.set(message.id, message)
    }
    if (isLast(answer, from)) break
    from = Math.min(...answer.messages.map(({ id }) => id))
  }
  return [...messages.values()].toSorted((a, b) => b.id - a.id)
}

function isLast(answer: Exclude<tl.messages.TypeMessages, tl.messages.RawMessagesNotModified>, from: number): boolean {
  const { messages } = answer
  if (messages.length === 0 || answer._ === 'messages.messages') return true
  const newer = answer.offsetIdOffset ?? (from === 0 ? 0 : null)
  return newer !== null && newer + messages.length >= answer.count
}

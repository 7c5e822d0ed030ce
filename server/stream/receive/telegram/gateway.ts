/**
 * Telegram as an account of a person sees it (MTProto): public groups, channels that hide their preview, search, and what is
 * pushed. The implementation is `mtproto/mtproto-gateway.ts`, loaded where an account is set. Implementations say whatever goes
 * wrong as NetworkError: FLOOD_WAIT_X is `rate-limited` with its seconds, USERNAME_NOT_OCCUPIED `not-found`,
 * CHANNEL_PRIVATE `access-denied`, a revoked session `auth-dead`.
 */
import type { CallAllowance } from '../shared/adapter.ts'

export interface GatewayChat {
  /** Its public name as its owner writes it. */
  name: string
  kind: 'channel' | 'chat'
  title: string
  /** A web address, where there is one. */
  avatar: string | null
  members: number | null
}

export interface GatewayAuthor {
  id: string
  /** The public name, without `@`. */
  username: string | null
  name: string
  avatar: string | null
}

export interface GatewayMessage {
  id: number
  date: Date
  editedAt: Date | null
  /** Empty for service messages and what has no caption. */
  text: string
  /** Null where a channel speaks for itself. */
  author: GatewayAuthor | null
  replyTo: number | null
}

/** A message from anywhere, as search and pushes bring them. */
export interface GatewayFind {
  chat: GatewayChat
  message: GatewayMessage
  /** Set when it is a comment under this post of the channel `chat`. */
  post: number | null
  deleted: boolean
}

/** Ids are exclusive bounds; newest first. */
export interface GatewayPage {
  before: number | null
  limit: number
}

export interface TelegramGateway {
  resolve(name: string, signal: AbortSignal): Promise<GatewayChat>
  history(name: string, page: GatewayPage, signal: AbortSignal): Promise<GatewayMessage[]>
  /** Comments under a post. @returns null when it can not be commented on */
  replies(name: string, post: number, page: GatewayPage, signal: AbortSignal): Promise<GatewayMessage[] | null>
  /** Newest first. `next` goes on with the same search; null at its end. */
  search(
    query: string,
    page: { next: string | null; since: Date; limit: number },
    signal: AbortSignal,
  ): Promise<{ found: GatewayFind[]; next: string | null }>
  /** What is pushed from now on, edits and deletions too. @returns how to stop listening */
  onMessage(listener: (find: GatewayFind) => void): () => void
  /** Null while it is not connected. */
  heardAt(): Date | null
  /** What reaches a chat without asking for its name again; null: it was not asked for yet, or no such thing is needed. */
  handleOf(name: string): string | null
  /** A handle that was kept. One that leads nowhere is forgotten, and the name asked for. */
  recall(name: string, handle: string): void
  /** Of `history` and `search`. */
  allowance(method: 'history' | 'search'): CallAllowance
}

/**
 * What is read of a channel or a chat, page by page, whichever way it is read: by the public preview or by a gateway. The
 * reader beside it knows nothing else of Telegram.
 */
import type { FoundGroup } from '../shared/adapter.ts'
import type { RawAuthor } from '../shared/source.ts'

export interface PageMessage {
  /** Unique in its chat, and growing. */
  id: number
  publishedAt: Date | null
  /** Empty where there is nothing to read: a picture, a service message. */
  text: string
  url: string
  author: RawAuthor | null
  /** It bears the mark «edited». */
  edited: boolean
  /** When, where that is reported. */
  editedAt: Date | null
  /** It answers another message. */
  isReply: boolean
}

export interface TelegramPage {
  group: FoundGroup
  /** Oldest first. */
  messages: PageMessage[]
  /** There are older ones before these. */
  older: boolean
}

export interface DiscussionPage {
  /** Oldest first. */
  comments: PageMessage[]
  older: boolean
}

export interface TelegramPages {
  /** The newest messages, or the newest before an id. @returns null when it can not be read this way */
  page(name: string, before: number | null, signal: AbortSignal): Promise<TelegramPage | null>
  /** The newest comments under a post, or the newest before an id. @returns null when it can not be commented on */
  discussion(name: string, post: number, before: number | null, signal: AbortSignal): Promise<DiscussionPage | null>
  /** Whether a message is still there, asked by itself. Where that is uncertain, it is. */
  isThere(name: string, id: number, signal: AbortSignal): Promise<boolean>
}

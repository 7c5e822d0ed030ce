/**
 * A way for notices to reach someone. Each is one file of this folder, listed in channels.ts: it is handed what stands in the outbox, one address at a
 * time, and says what became of it. When to send, what, and how often to try stands outside (docs/flows/notice.md).
 */
import type { AlarmKind, NoticeChannel, NoticeKind } from '../../../../../contract/reach/notices.ts'
import type { AppContext } from '../../../../kit/context.ts'
import type { NoticeMessage } from '../../../reading/feed/feed.public.ts'

export interface Notice {
  id: number
  kind: NoticeKind
  userId: number
  /** Of whom it is for: hours are of its clock. */
  timeZone: string
  filter: { id: number; name: string } | null
  /** How many messages, those not shown counted. */
  count: number
  /** The best first; as many as a digest shows, none of an alarm. Read when it is sent: what was deleted since is left out. */
  messages: NoticeMessage[]
  alarm: { kind: AlarmKind; title: string; text: string; url: string } | null
  createdAt: Date
}

/** Where to: a row of notice_addresses; of e-mail there is none, and `address` is the e-mail. */
export interface Recipient {
  /** Of the outbox: the same whenever the same is tried again. */
  deliveryId: number
  addressId: number | null
  /** As the channel keeps it: an endpoint with its keys, a chat, an e-mail. */
  address: unknown
  userId: number
}

export type Sent =
  | { state: 'sent'; externalId?: string }
  /** For good: nothing is sent to the address any more. */
  | { state: 'gone'; because: 'blocked' | 'gone' | 'left' }
  /** This one for good, the address lives: too long, refused. `reason` in Russian, for the person's journal. */
  | { state: 'failed'; reason: string }
  /** Not now: for as long nothing is sent to the address (`chat`), or over the whole channel. */
  | { state: 'later'; afterMs: number; of: 'chat' | 'channel' }

export interface Channel {
  name: NoticeChannel
  /** The service is set up for it. */
  available(ctx: Pick<AppContext, 'config'>): boolean
  /**
   * The same delivery handed over twice reaches the person once. Where it is false, what was being handed over when the process died is not sent again, as
   * of letters (server/kit/mail/mail.jobs.ts).
   */
  repeatable: boolean
  /** What it throws is tried again later, longer after each failure. */
  send(ctx: AppContext, recipient: Recipient, notice: Notice): Promise<Sent>
}

/** One of each. */
export type Channels = Readonly<Record<NoticeChannel, Channel>>

/**
 * What a network has to say of itself so that it can be listened to. One adapter a network; `networks.ts` lists them all.
 * Adapters know the network's shape and nothing of the database: what they were doing is in the cursors they hand out.
 */
import type { Network, SourceKind } from '../../../../contract/networks.ts'
import type { RawMessage, Source } from './source.ts'

/** Time as adapters see it: simulators and tests let it run faster. */
export interface Time {
  now(): Date
  /** Ends early, without an error, when the signal aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
}

/** A link as a person pasted it. `url` is null where it is no address: `@name`, a bare word. */
export interface PastedLink {
  text: string
  /** https, lower-case host without `www.` and `m.`, international names in punycode. */
  url: URL | null
}

/** Where a link of this network leads, as far as the link alone tells. */
export type ReadLink =
  /** `key` names it before anything was asked: two links with the same key lead to the same place. */
  | { status: 'found'; key: string }
  /** An invitation, a closed chat: no one but its members reads it. */
  | { status: 'private' }
  /** Of this network, but nothing that can be watched. */
  | { status: 'unsupported' }

/** A group, channel, page or feed as the network knows it. */
export interface FoundGroup {
  externalId: string
  kind: SourceKind
  name: string
  avatar: string | null
  followers: number | null
  /** Where people open it. */
  link: string
}

/** What one reading brought. The cursor is kept with the messages; null: nothing is known of the target yet. */
export interface Reading<Cursor = unknown> {
  messages: RawMessage[]
  cursor: Cursor
  /** There is more to be had at once: read again. */
  more: boolean
  /** What the network answered can not be true, as a list that is empty where there were posts, and was not taken for it: for the log and the health page. */
  suspicion?: string
  /** What the network says of the group now, where it said it by the way. */
  group?: FoundGroup
  /** The hub that tells of news of the group, null: there is none; left out where this reading can not say. */
  hub?: HubOffer | null
}

/** Where one may ask to be notified of news (WebSub): the hub's address, and as what it knows the group. */
export interface HubOffer {
  hub: string
  topic: string
}

/** A group that is to be read. */
export interface GroupTarget {
  externalId: string
  link: string
  /** Its hub notified us of news: it is asked though it wanted to be left alone. */
  hasNews?: boolean
}

/** Reads what is new in a group: its posts and, where the network has them, their comments; edits and deletions it comes to see. */
export interface GroupReader<Cursor = unknown> {
  /**
   * One step: few calls, at most a few hundred messages. At the first reading (cursor null) the newest messages only, no
   * further back than `since`.
   * @throws NetworkError
   */
  read(target: GroupTarget, cursor: Cursor | null, since: Date, signal: AbortSignal): Promise<Reading<Cursor>>
  /** What reading may cost: by it the planner decides how often. */
  allowance(): CallAllowance
  /** Calls of a usual step. */
  callsPerRead: number
}

/** A search over the whole network by words. */
export interface NetworkSearch<Cursor = unknown> {
  /**
   * Words that must all be there, in any form; the network's own search syntax is the adapter's matter. Newest first inside,
   * at most a few hundred messages a step.
   * @throws NetworkError
   */
  read(words: string[], cursor: Cursor | null, since: Date, signal: AbortSignal): Promise<Reading<Cursor>>
  allowance(): CallAllowance
  callsPerRead: number
  /** Messages one search can bring at most, however many there are: a search that reaches it is to be asked more often or made narrower. */
  mostResults: number
}

/** What calls of a method may be made; null: no bound is known. */
export interface CallAllowance {
  perSecond: number | null
  perDay: number | null
}

/** Pictures of people by their external ids, within the limits of the network's tokens. */
export interface AvatarLookUp {
  /** Ids of one call at most. */
  most: number
  /**
   * Addresses of pictures; people without one are left out.
   * @throws NetworkError
   */
  find(externalIds: string[], signal: AbortSignal): Promise<Map<string, string>>
}

export interface HubRequest extends HubOffer {
  mode: 'subscribe' | 'unsubscribe'
  /** Where the hub asks back and notifies us of news. */
  callbackId: string
}

/** Asks hubs to notify us of news, or to stop; the hub asks back whether it was us. */
export interface HubClient {
  /** @throws NetworkError */
  ask(request: HubRequest, signal: AbortSignal): Promise<void>
}

export interface NetworkAdapter {
  network: Network
  /** Pure, and asks no one; null: a link of another network. */
  readLink(link: PastedLink): ReadLink | null
  /**
   * What the key of a link leads to.
   * @throws NetworkError `not-found`, `access-denied` (closed), `bad-request` (nothing that can be watched) or what passes
   */
  resolve(key: string, signal: AbortSignal): Promise<FoundGroup>
  /** Null: groups of this network can not be read one by one (a stream brings them), or not at all. */
  groups: GroupReader | null
  search: NetworkSearch | null
  /** Who wrote something and came without a picture is asked for; left out where pictures always come along, or there is no such call. */
  avatars?: AvatarLookUp
  /** Left out where groups name no hubs, or hubs can not reach us. */
  hubs?: HubClient
  /** What comes by itself and is listened to all the time. Given again what is watched whenever that changes, where the network wants to know it. */
  streams: NetworkStream[]
}

/** A connection that stays open. It connects again by itself, with a back-off, and ends only when its signal aborts. */
export interface NetworkStream<Cursor = unknown> extends Source<Cursor> {
  /** What is to be heard from now on: groups by external id, and searches as words. */
  watch?(wanted: { groups: string[]; searches: string[][] }): void
  /** When it heard of the network last, even if that was a heartbeat; null: not connected. */
  heardAt(): Date | null
}

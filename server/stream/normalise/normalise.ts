/** Anyone's post -> one Message: clean text, sane times, names that are never empty. Whatever passes, the database takes. */
import { createHash } from 'node:crypto'
import type { MessageKind, Network, SourceKind } from '../../../contract/networks.ts'
import type { RawAuthor, RawGroup, RawMessage } from '../receive/shared/source.ts'

export interface Message {
  network: Network
  externalId: string
  kind: MessageKind
  publishedAt: Date
  editedAt: Date | null
  deleted: boolean
  text: string
  url: string | null
  author: Party | null
  group: NormalisedGroup | null
  /** Where it was written. */
  sourceKind: SourceKind
  demo: boolean
}

export interface Party {
  externalId: string
  name: string
  avatar: string | null
  url: string | null
  city: string | null
}

export interface NormalisedGroup extends Party {
  followers: number | null
  /** Null where the network does not tell. */
  kind: SourceKind | null
}

/** The longest post a network gives us (VK); whatever is longer is cut, so that one message's work is bounded. */
export const MAX_TEXT = 16_384
const MAX_NAME = 200
const MAX_URL = 2_000
/** No network is older; an earlier time comes from a clock that was never set. */
const EARLIEST = Date.UTC(1990, 0, 1)

// PostgreSQL has no NUL in text; the other control characters show nothing.
const unstorable = /(?![\t\n])\p{Cc}/gu

/** @returns null for a message that cannot be named, or has no text and is no deletion: there is nothing to match or to show */
export function normalise(raw: RawMessage, receivedAt: Date): Message | null {
  const text = cleanText(raw.text)
  const externalId = cleanId(raw.externalId)
  if (externalId === '' || (text === '' && !raw.deleted)) return null
  const place = raw.group ? normaliseGroup(raw.group) : null
  const author = raw.author ? party(raw.author) : null
  return {
    network: raw.network,
    externalId,
    kind: raw.kind,
    publishedAt: saneTime(raw.publishedAt, receivedAt),
    editedAt: raw.editedAt ? saneTime(raw.editedAt, receivedAt) : null,
    deleted: raw.deleted ?? false,
    text,
    url: cleanUrl(raw.url),
    author,
    group: place,
    sourceKind: sourceKindOf({ network: raw.network, kind: raw.kind, author, group: place }),
    demo: raw.demo ?? false,
  }
}

/** Where a message was written, as far as its group, its author and its network tell. */
export function sourceKindOf({
  network,
  kind,
  author,
  group: place,
}: Pick<Message, 'network' | 'kind' | 'author' | 'group'>): SourceKind {
  return place?.kind ?? (author && !place ? 'person' : usualKind(network, kind))
}

/** What messages of a network are mostly written in. */
function usualKind(network: Network, kind: MessageKind): SourceKind {
  switch (network) {
    case 'telegram':
      // A channel's posts are commented on in the chat beside it.
      return kind === 'post' ? 'channel' : 'chat'
    case 'youtube':
      return 'channel'
    case 'rss':
      return 'site'
    case 'bluesky':
    case 'mastodon':
      return 'person'
    case 'vk':
    case 'ok':
    case 'mixed':
      return 'community'
  }
}

export function cleanText(text: string): string {
  const cleaned = text.toWellFormed().replace(/\r\n?/g, '\n').replace(unstorable, '').trim()
  return cleaned.length > MAX_TEXT ? cleaned.slice(0, MAX_TEXT).toWellFormed() : cleaned
}

function cleanLine(text: string, length: number): string {
  return cleanText(text).replace(/\s+/g, ' ').slice(0, length).toWellFormed()
}

/** Ids too long to be kept as they are stay different from each other. */
function cleanId(id: string): string {
  const cleaned = cleanLine(id, Infinity)
  return cleaned.length > MAX_NAME ? createHash('sha256').update(cleaned).digest('hex') : cleaned
}

/** A message from the future was written by a wrong clock; one without a time is as old as its arrival. */
function saneTime(time: Date | null, receivedAt: Date): Date {
  return time && time.getTime() >= EARLIEST && time <= receivedAt ? time : receivedAt
}

export function normaliseGroup(raw: RawGroup): NormalisedGroup | null {
  const known = party(raw)
  const followers = raw.followers ?? null
  return (
    known && {
      ...known,
      followers: followers !== null && Number.isSafeInteger(followers) && followers >= 0 ? followers : null,
      kind: raw.kind ?? null,
    }
  )
}

function party(raw: RawAuthor | RawGroup): Party | null {
  const externalId = cleanId(raw.externalId)
  if (externalId === '') return null
  const name = cleanLine(raw.name, MAX_NAME)
  return {
    externalId,
    name: name === '' ? externalId : name,
    avatar: cleanAvatar(raw.avatar),
    url: cleanUrl(raw.url),
    city: raw.city ? cleanLine(raw.city, MAX_NAME) : null,
  }
}

/** Links are shown to people: only web addresses pass, nothing that a browser would run. */
function cleanUrl(url: string | null | undefined): string | null {
  // Control characters are left out by those who parse an address, but neither stored nor meant.
  if (!url || url.length > MAX_URL || /\p{Cc}/u.test(url) || !URL.canParse(url)) return null
  return /^https?:$/.test(new URL(url).protocol) ? url : null
}

function cleanAvatar(avatar: string | null | undefined): string | null {
  if (avatar?.startsWith('data:image/svg+xml') && avatar.length <= MAX_URL && !avatar.includes('\u0000')) return avatar
  return cleanUrl(avatar)
}

/** Anyone's post -> one Message: clean text, sane times, names that are never empty. */
import type { MessageKind, Network } from '../../../contract/networks.ts'
import type { RawAuthor, RawGroup, RawMessage } from '../receive/source.ts'

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
  group: Group | null
  demo: boolean
}

export interface Party {
  externalId: string
  name: string
  avatar: string | null
  url: string | null
  city: string | null
}

export interface Group extends Party {
  followers: number | null
}

/** The longest post a network gives us (VK); whatever is longer is cut, so that one message's work is bounded. */
export const MAX_TEXT = 16_384
const MAX_NAME = 200
const MAX_URL = 2_000

// PostgreSQL has no NUL in text, and a lone half of a surrogate pair is not UTF-8.
const unstorable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g

/** @returns null for a message without text that is not a deletion: there is nothing to match or to show */
export function normalise(raw: RawMessage, receivedAt: Date): Message | null {
  const text = cleanText(raw.text)
  if (text === '' && !raw.deleted) return null
  return {
    network: raw.network,
    externalId: cleanLine(raw.externalId, MAX_NAME),
    kind: raw.kind,
    publishedAt: saneTime(raw.publishedAt, receivedAt),
    editedAt: raw.editedAt ?? null,
    deleted: raw.deleted ?? false,
    text,
    url: cleanUrl(raw.url),
    author: raw.author ? party(raw.author) : null,
    group: raw.group ? { ...party(raw.group), followers: raw.group.followers ?? null } : null,
    demo: raw.demo ?? false,
  }
}

export function cleanText(text: string): string {
  const cleaned = text.toWellFormed().replace(/\r\n?/g, '\n').replace(unstorable, '').trim()
  return cleaned.length > MAX_TEXT ? cleaned.slice(0, MAX_TEXT).toWellFormed() : cleaned
}

function cleanLine(text: string, length: number): string {
  return cleanText(text).replace(/\s+/g, ' ').slice(0, length).toWellFormed()
}

/** A message from the future was written by a wrong clock; one without a time is as old as its arrival. */
function saneTime(publishedAt: Date | null, receivedAt: Date): Date {
  if (!publishedAt || Number.isNaN(publishedAt.getTime())) return receivedAt
  return publishedAt > receivedAt ? receivedAt : publishedAt
}

function party(raw: RawAuthor | RawGroup): Party {
  const name = cleanLine(raw.name, MAX_NAME)
  return {
    externalId: cleanLine(raw.externalId, MAX_NAME),
    name: name === '' ? raw.externalId : name,
    avatar: cleanAvatar(raw.avatar),
    url: cleanUrl(raw.url),
    city: raw.city ? cleanLine(raw.city, MAX_NAME) : null,
  }
}

/** Links are shown to people: only web addresses pass, nothing that a browser would run. */
function cleanUrl(url: string | null | undefined): string | null {
  if (!url || url.length > MAX_URL || !URL.canParse(url)) return null
  return /^https?:$/.test(new URL(url).protocol) ? url : null
}

function cleanAvatar(avatar: string | null | undefined): string | null {
  if (avatar?.startsWith('data:image/svg+xml') && avatar.length <= MAX_URL) return avatar
  return cleanUrl(avatar)
}

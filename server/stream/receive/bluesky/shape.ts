/** Bluesky's records and views -> messages. What anybody may write into a record is looked at before it is believed. */
import type { FoundGroup } from '../shared/adapter.ts'
import { asObject } from '../../../kit/as-object.ts'
import { asText, asTime } from '../shared/json.ts'
import type { RawAuthor, RawGroup, RawMessage } from '../shared/source.ts'

/** An account as the AppView shows it. */
export interface Profile {
  did: string
  handle: string
  name: string
  avatar: string | null
  followers: number | null
}

/** A message's name for ever; `did` and `rkey` are what its at-uri consists of. */
export const idOf = (did: string, rkey: string): string => `${did}/${rkey}`

export const uriOf = (did: string, rkey: string): string => `at://${did}/app.bsky.feed.post/${rkey}`

/** The owner and the key of a record. */
export function readUri(uri: unknown): { did: string; rkey: string } | null {
  const found = /^at:\/\/(did:[^/]+)\/app\.bsky\.feed\.post\/([^/]+)$/.exec(asText(uri) ?? '')
  return found ? { did: found[1] as string, rkey: found[2] as string } : null
}

export interface Post {
  did: string
  rkey: string
  text: string
  langs: string[]
  createdAt: Date | null
  /** Whose thread it is in, where it is a reply. */
  root: string | null
  reply: boolean
}

/** @returns null for a record that is no post */
export function readPost(did: string, rkey: string, record: unknown): Post | null {
  const fields = asObject(record)
  const text = asText(fields?.text)
  if (!fields || text === null) return null
  const reply = asObject(fields.reply)
  return {
    did,
    rkey,
    text,
    langs: Array.isArray(fields.langs) ? fields.langs.filter((lang) => typeof lang === 'string') : [],
    createdAt: asTime(fields.createdAt),
    root: reply ? (readUri(asObject(reply.root)?.uri)?.did ?? null) : null,
    reply: reply !== null,
  }
}

export function messageOf(post: Post, seenAt: Date): RawMessage {
  const { did, rkey, text, createdAt, reply } = post
  return {
    network: 'bluesky',
    externalId: idOf(did, rkey),
    kind: reply ? 'comment' : 'post',
    // The writer's program names the time, too: none is later than when it was seen.
    publishedAt: createdAt && createdAt <= seenAt ? createdAt : seenAt,
    text,
    url: `https://bsky.app/profile/${did}/post/${rkey}`,
    author: authorOf(did, null),
    group: null,
  }
}

export function deletionOf(did: string, rkey: string): RawMessage {
  return { network: 'bluesky', externalId: idOf(did, rkey), kind: 'post', publishedAt: null, text: '', deleted: true }
}

const pageOf = (actor: string): string => `https://bsky.app/profile/${actor}`

/** `handle.invalid` stands for an account whose handle leads nowhere. */
const actorOf = ({ did, handle }: Profile): string => (handle === 'handle.invalid' ? did : handle)

/** Without a profile the DID has to do: it is a name, too, and the link works. */
export function authorOf(did: string, profile: Profile | null): RawAuthor {
  return {
    externalId: did,
    name: profile?.name ?? did,
    avatar: profile?.avatar ?? null,
    url: pageOf(profile ? actorOf(profile) : did),
  }
}

export function groupOf(did: string, profile: Profile | null): RawGroup {
  return { ...authorOf(did, profile), followers: profile?.followers ?? null, kind: 'person' }
}

export function foundGroupOf(profile: Profile): FoundGroup {
  const { did: externalId, name, avatar, followers } = profile
  return { externalId, kind: 'person', name, avatar, followers, link: pageOf(actorOf(profile)) }
}

/** @returns null for what is no profile */
export function readProfile(value: unknown): Profile | null {
  const fields = asObject(value)
  const did = asText(fields?.did)
  const handle = asText(fields?.handle)
  if (!fields || !did || !handle) return null
  const followers = fields.followersCount
  return {
    did,
    handle,
    name: asText(fields.displayName)?.trim() || (handle === 'handle.invalid' ? did : handle),
    avatar: asText(fields.avatar),
    followers: typeof followers === 'number' ? followers : null,
  }
}

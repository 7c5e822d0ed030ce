/** Mastodon's statuses and accounts -> messages and groups. Other programs of the Fediverse answer nearly the same. */
import type { FoundGroup } from '../shared/adapter.ts'
import { asObject } from '../../../kit/as-object.ts'
import { asText, asTime, type Json } from '../shared/json.ts'
import { plainText } from '../shared/plain-text.ts'
import type { RawAuthor, RawGroup, RawMessage } from '../shared/source.ts'

export interface MastodonAccount {
  /** The instance's own number of it. */
  id: string
  /** `name@host`, lower case: the same wherever it is read. */
  handle: string
  /** As it is written at its own instance. */
  username: string
  name: string
  avatar: string | null
  url: string
  followers: number | null
  /** Posts for a group of people. */
  shared: boolean
  suspended: boolean
}

export interface MastodonStatus {
  id: string
  /** Names it for ever, at every instance. */
  uri: string
  message: RawMessage
  createdAt: Date | null
  /** As written; null: never. */
  editedAt: string | null
  language: string | null
  account: MastodonAccount
  /** Whom it answers, as far as the status tells. */
  answers: string | null
  replies: number
}

/** @param domain of the instance that answered: it leaves its own out of names */
export function readAccount(value: unknown, domain: string): MastodonAccount | null {
  const fields = asObject(value)
  const id = asText(fields?.id)
  const acct = asText(fields?.acct)
  const url = asText(fields?.url)
  if (!fields || !id || !acct || !url) return null
  const followers = fields.followers_count
  return {
    id,
    handle: handleOf(acct, domain),
    username: acct.split('@')[0] as string,
    // Emoji that only the instance can draw are written as `:name:`.
    name:
      (asText(fields.display_name) ?? '').replace(/:\w+:/g, '').replace(/\s+/g, ' ').trim() ||
      (acct.split('@')[0] as string),
    avatar: asText(fields.avatar),
    url,
    followers: typeof followers === 'number' && followers >= 0 ? followers : null,
    shared: fields.group === true,
    suspended: fields.suspended === true,
  }
}

const handleOf = (acct: string, domain: string): string =>
  (acct.includes('@') ? acct : `${acct}@${domain}`).toLowerCase()

/** @returns null for what is no status, for a repost, and for what is not for everybody */
export function readStatus(value: unknown, domain: string): MastodonStatus | null {
  const fields = asObject(value)
  const id = asText(fields?.id)
  const uri = asText(fields?.uri)
  const account = readAccount(fields?.account, domain)
  if (
    !fields ||
    !id ||
    !uri ||
    !account ||
    asObject(fields.reblog) ||
    !['public', 'unlisted'].includes(asText(fields.visibility) ?? 'public')
  )
    return null
  const createdAt = asTime(fields.created_at)
  const editedAt = asText(fields.edited_at)
  const warning = (asText(fields.spoiler_text) ?? '').trim()
  const content = plainText(asText(fields.content) ?? '')
  return {
    id,
    uri,
    createdAt,
    editedAt,
    language: asText(fields.language),
    account,
    answers: answeredBy(fields, account, domain),
    replies: typeof fields.replies_count === 'number' ? fields.replies_count : 0,
    message: {
      network: 'mastodon',
      externalId: uri,
      kind: fields.in_reply_to_id ? 'comment' : 'post',
      publishedAt: createdAt,
      text: [warning, content].filter((part) => part !== '').join('\n\n'),
      url: asText(fields.url) ?? uri,
      author: authorOf(account),
      group: null,
      editedAt: editedAt === null ? null : asTime(editedAt),
    },
  }
}

/** Anyone who is answered is mentioned, unless it is the writer. */
function answeredBy(fields: Json, account: MastodonAccount, domain: string): string | null {
  const id = asText(fields.in_reply_to_account_id)
  if (id === null) return null
  if (id === account.id) return account.handle
  const mentions = Array.isArray(fields.mentions) ? fields.mentions.map(asObject) : []
  const acct = asText(mentions.find((mention) => mention?.id === id)?.acct)
  return acct === null ? null : handleOf(acct, domain)
}

export function deletionOf(uri: string): RawMessage {
  return { network: 'mastodon', externalId: uri, kind: 'post', publishedAt: null, text: '', deleted: true }
}

const authorOf = ({ handle, name, avatar, url }: MastodonAccount): RawAuthor => ({
  externalId: handle,
  name,
  avatar,
  url,
})

const kindOf = ({ shared }: MastodonAccount): 'community' | 'person' => (shared ? 'community' : 'person')

export const groupOf = (account: MastodonAccount): RawGroup => ({
  ...authorOf(account),
  followers: account.followers,
  kind: kindOf(account),
})

/** @param host where the account was asked for, and is opened and read again */
export function foundGroupOf(account: MastodonAccount, host: string): FoundGroup {
  const { handle: externalId, name, avatar, followers } = account
  return { externalId, kind: kindOf(account), name, avatar, followers, link: `https://${host}/@${account.username}` }
}

/** A status with names that can only be the host's own, where it is not the host's to give the others. */
export function asShownBy(host: string, domain: string, status: MastodonStatus): MastodonStatus {
  const { uri, message, account } = status
  const isItsPerson = account.handle.endsWith(`@${domain}`)
  const isItsName = isItsPerson && URL.canParse(uri) && [host, domain].includes(new URL(uri).hostname)
  const named = isItsName ? uri : `${host} ${uri}`
  const author = { ...authorOf(account), externalId: isItsPerson ? account.handle : `${account.handle}@${host}` }
  return { ...status, uri: named, message: { ...message, externalId: named, author } }
}

/** Numbers that are too long for one: the longer, the later; other programs have words, all of one length. */
export function compareIds(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : one > other ? 1 : 0)
}

const isOfTime = (id: string): boolean => /^\d{16,19}$/.test(id)

/** The id that a status of this time would have; null where it is not known, or ids like this one are not made of time. */
export const idAt = (like: string, milliseconds: number | null): string | null =>
  milliseconds !== null && milliseconds > 0 && isOfTime(like) ? String(BigInt(Math.floor(milliseconds)) << 16n) : null

/** The id that a status of this many milliseconds earlier would have; the same where ids are not made of time. */
export function earlierId(id: string, milliseconds: number): string {
  if (!isOfTime(id)) return id
  const earlier = (BigInt(id) >> 16n) - BigInt(milliseconds)
  return earlier > 0n ? String(earlier << 16n) : id
}

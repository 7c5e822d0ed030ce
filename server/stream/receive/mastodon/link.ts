/** Links of Mastodon, which may be of any host: whether it is one shows only when it is asked. A key is `name@host`. */
import type { PastedLink, ReadLink } from '../shared/adapter.ts'
import { decodedPart } from '../shared/decoded-part.ts'

const name = /^[a-z0-9_]+([a-z0-9_.-]*[a-z0-9_])?$/i
const host = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/i

/** Sites whose pages are called `/@name` or `/users/name`, too. */
const others = [
  'youtube.com',
  'youtu.be',
  'tiktok.com',
  'medium.com',
  'substack.com',
  'threads.net',
  'threads.com',
  'instagram.com',
  'facebook.com',
  'x.com',
  'twitter.com',
  't.me',
  'telegram.me',
  'vk.com',
  'vk.ru',
  'ok.ru',
  'dzen.ru',
  'rutube.ru',
  'bsky.app',
  'github.com',
  'odysee.com',
  'steemit.com',
  'flipboard.com',
  'livejournal.com',
  'habr.com',
  'pikabu.ru',
  'twitch.tv',
  'pinterest.com',
  'npmjs.com',
  'google.com',
]

/** What may follow the name and is still the account's page. */
const tabs = /^(with_replies|media|followers|following|featured|tagged|statuses|\d+)$/

export function readMastodonLink({ text, url }: PastedLink): ReadLink | null {
  const written = text.trim()
  const handle = /^(?:@|acct:)([^@\s/]+)@([^@\s/]+)$/i.exec(written)
  if (handle) return account(handle[1] as string, handle[2] as string)
  if (!url || others.some((other) => url.hostname === other || url.hostname.endsWith(`.${other}`))) return null
  const parts = url.pathname.split('/').filter((part) => part !== '')
  // Interfaces of older versions have a word before.
  if (parts[0] === 'web') parts.shift()
  const [first = '', second = '', third] = parts
  const isUsers = first === 'users' && second !== ''
  const rest = isUsers ? third : parts[1]
  const named = isUsers ? second : first.startsWith('@') ? first.slice(1) : null
  if (named === null || (rest !== undefined && !tabs.test(rest))) return null
  // Another server's account as this one shows it.
  const [who = '', at = url.hostname, ...more] = decodedPart(named).split('@')
  if (more.length > 0 || /\.(rss|atom|json)$/.test(who)) return null
  return account(who, at)
}

function account(who: string, at: string): ReadLink | null {
  return name.test(who) && host.test(at) ? { status: 'found', key: `${who}@${at}`.toLowerCase() } : null
}

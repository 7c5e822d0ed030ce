/** Links of Telegram as people paste them, and what each names. No one is asked. */
import type { PastedLink, ReadLink } from '../shared/adapter.ts'

const hosts = new Set(['t.me', 'telegram.me', 'telegram.dog'])

/** First parts of a path that lead to something other than a channel, a group or a person. */
const reserved = new Set([
  'addemoji',
  'addlist',
  'addstickers',
  'addtheme',
  'addstyle',
  'auction',
  'bg',
  'boost',
  'call',
  'confirmphone',
  'contact',
  'giftcode',
  'invoice',
  'iv',
  'login',
  'm',
  'msg',
  'nft',
  'newbot',
  'proxy',
  'setlanguage',
  'share',
  'socks',
  'stargift_auction',
])

/** @returns the key of a name, or null when it can be no name of Telegram */
export function nameKey(name: string): string | null {
  return /^[a-z][a-z0-9_]{3,31}$/i.test(name) ? name.toLowerCase() : null
}

export function readTelegramLink({ text, url }: PastedLink): ReadLink | null {
  const pasted = text.trim()
  if (/^tg:/i.test(pasted)) return readAppLink(pasted)
  if (/^@\w+$/.test(pasted)) return named(pasted.slice(1))
  if (!url) return null
  const host = url.hostname
  // name.t.me is t.me/name.
  const asHost = /^([a-z0-9_-]+)\.t\.me$/.exec(host)
  if (asHost?.[1]) return named(asHost[1])
  if (host === 'web.telegram.org') return readWebClient(url)
  return hosts.has(host) ? readPath(url.pathname) : null
}

function readPath(path: string): ReadLink {
  const [first = '', second] = path.split('/').filter((part) => part !== '')
  if (first.startsWith('+') || first.startsWith('%20'))
    return /^\+\d{7,15}$/.test(first) ? { status: 'unsupported' } : { status: 'private' }
  const word = first.toLowerCase()
  if (word === 'c' || word === 'joinchat') return { status: 'private' }
  if (word === 's') return named(second ?? '')
  return reserved.has(word) ? { status: 'unsupported' } : named(first)
}

/** Links that open the application: `tg://resolve?domain=name&post=12`. */
function readAppLink(text: string): ReadLink {
  const [, action = '', query = ''] = /^tg:(?:\/\/)?([a-z]+)\/?(?:\?(.*))?$/i.exec(text) ?? []
  if (/^(join|privatepost)$/i.test(action)) return { status: 'private' }
  return /^resolve$/i.test(action) ? named(new URLSearchParams(query).get('domain') ?? '') : { status: 'unsupported' }
}

/** The client in a browser: `/k/#@name`, `/a/#-100…`; numbers are reported to members only. */
function readWebClient({ hash }: URL): ReadLink {
  if (hash.startsWith('#@')) return named(hash.slice(2))
  return /^#-?\d+/.test(hash) ? { status: 'private' } : { status: 'unsupported' }
}

function named(name: string): ReadLink {
  const key = nameKey(name)
  return key ? { status: 'found', key } : { status: 'unsupported' }
}

/**
 * Links to YouTube. A handle, an old user name, a custom address and a video lead to channels too, but only YouTube knows to
 * which: the key says what to ask for.
 */
import type { PastedLink, ReadLink } from '../shared/adapter.ts'
import { decodedPart } from '../shared/decoded-part.ts'

/** `id:UC…`, `handle:имя`, `user:name`, `name:name` (a custom address of old), `video:ID`. */
export type KeyKind = 'id' | 'handle' | 'user' | 'name' | 'video'

const hosts = ['youtube.com', 'youtu.be', 'music.youtube.com', 'gaming.youtube.com', 'youtube-nocookie.com']
const channelId = /^UC[\w-]{22}$/
const videoId = /^[\w-]{11}$/
/** Pages of YouTube itself, which stand where custom addresses do. */
const pages = new Set(
  `about account ads attribution_link clip community creators feed feeds gaming hashtag howyoutubeworks kids movies music new oembed playlist post
  premium redirect results s signin source sports static t trending upload`.split(/\s+/),
)

export function readYoutubeLink({ text, url }: PastedLink): ReadLink | null {
  if (!url) return channelId.test(text.trim()) ? found('id', text.trim()) : null
  const host = url.hostname.toLowerCase()
  if (!hosts.includes(host)) return null
  const [first = '', second = ''] = url.pathname.split('/').filter(Boolean).map(decodedPart)
  if (host === 'youtu.be') return video(first)
  switch (first) {
    case 'channel':
      return channelId.test(second) ? found('id', second) : unsupported
    case 'user':
      return second === '' ? unsupported : found('user', second.toLowerCase())
    case 'c':
      return second === '' ? unsupported : found('name', second.toLowerCase())
    case 'watch':
      return video(url.searchParams.get('v') ?? second)
    case 'shorts':
    case 'live':
    case 'embed':
    case 'v':
      return video(second)
    default:
      if (first.startsWith('@')) return first.length > 1 ? found('handle', first.slice(1).toLowerCase()) : unsupported
      return first === '' || first.includes('.') || pages.has(first.toLowerCase())
        ? unsupported
        : found('name', first.toLowerCase())
  }
}

/** @returns null for what is no key of ours */
export function readKey(key: string): { kind: KeyKind; value: string } | null {
  const [, kind, value] = /^(id|handle|user|name|video):(.+)$/s.exec(key) ?? []
  return kind === undefined || value === undefined ? null : { kind: kind as KeyKind, value }
}

const unsupported: ReadLink = { status: 'unsupported' }
const found = (kind: KeyKind, value: string): ReadLink => ({
  status: 'found',
  key: `${kind}:${value.normalize('NFC')}`,
})
const video = (id: string): ReadLink => (videoId.test(id) ? found('video', id) : unsupported)

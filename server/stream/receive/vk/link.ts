/** Links of VK, as people paste them -> whose wall they lead to. */
import type { PastedLink, ReadLink } from '../shared/adapter.ts'
import { decodedPart } from '../shared/decoded-part.ts'

const hosts = /^(?:(?:www|m|new|mobile)\.)?(?:vk\.(?:com|ru|me)|vkontakte\.ru)$/

/** First words of addresses that are VK's own: no one's wall. */
const ownPages = new Set([
  'about',
  'account',
  'activation',
  'admin',
  'ads',
  'albums',
  'app',
  'apps',
  'artist',
  'audio',
  'audios',
  'away',
  'blog',
  'bookmarks',
  'bugs',
  'calls',
  'catalog',
  'clips',
  'communities',
  'discover',
  'docs',
  'edit',
  'error',
  'events',
  'fave',
  'feed',
  'files',
  'friends',
  'games',
  'gifts',
  'groups',
  'hashtag',
  'help',
  'im',
  'index',
  'invites',
  'jobs',
  'join',
  'legal',
  'login',
  'mail',
  'market',
  'menu',
  'messages',
  'more',
  'music',
  'newsfeed',
  'notes',
  'notifications',
  'people',
  'photos',
  'podcasts',
  'press',
  'privacy',
  'products',
  'public',
  'publics',
  'reg',
  'restore',
  'search',
  'services',
  'settings',
  'share',
  'sport',
  'stats',
  'stickers',
  'stories',
  'support',
  'terms',
  'tv',
  'uslugi',
  'video',
  'videos',
  'wall',
  'write',
])

/** `wall-1_2`, `photo1_2`, `topic-1_2`: the number before `_` is whose it is, less than nought a community. */
const thing =
  /^(?:wall|photo|video|clip|topic|album|market|product|story|poll|doc|page|event|note|podcast|narrative|article|uslugi|audio_playlist)(-?\d+)_\d+/
/** `wall-1`, `albums1`, `videos-1`: all of someone's. */
const things = /^(?:wall|photos|albums|videos|clips|market|audios|docs|podcasts|stories|uslugi|services)(-?\d+)$/

/** @returns `key`: the owner's id (`1` a person, `-1` a community) or a screen name in lower case */
export function readVkLink({ url }: PastedLink): ReadLink | null {
  if (!url || !hosts.test(url.hostname)) return null
  // What is open in a window above the page is what was copied.
  const shown = url.searchParams.get('w') ?? url.searchParams.get('z')
  const owned = thing.exec(shown?.toLowerCase() ?? '')
  if (owned) return found(owned[1], 1)
  const [first = '', second = ''] = decodedPart(url.pathname)
    .toLowerCase()
    .split('/')
    .filter((part) => part !== '')
  if (first === 'join' && second !== '') return { status: 'private' }
  // All videos of someone: `video/@name`.
  return ownerOf(first) ?? nameOf(second.startsWith('@') ? second : first)
}

function ownerOf(word: string): ReadLink | null {
  const person = /^id(\d+)$/.exec(word)
  if (person) return found(person[1], 1)
  // `board1` and `event1` are a community's as well.
  const community = /^(?:club|public|event|board)(\d+)$/.exec(word)
  if (community) return found(community[1], -1)
  const owned = thing.exec(word) ?? things.exec(word)
  return owned ? found(owned[1], 1) : null
}

function found(digits: string | undefined, sign: 1 | -1): ReadLink {
  const id = Number(digits) * sign
  return Number.isSafeInteger(id) && id !== 0 ? { status: 'found', key: String(id) } : { status: 'unsupported' }
}

function nameOf(word: string): ReadLink {
  // An article of someone: `@name-what-it-is-called`.
  const name = word.startsWith('@') ? (word.slice(1).split('-')[0] ?? '') : word
  if (word.startsWith('@')) {
    const owner = ownerOf(name)
    if (owner) return owner
  }
  if (!/^[a-z][a-z0-9_.]{1,31}$/.test(name) || ownPages.has(name) || name.endsWith('.php') || /^app\d/.test(name))
    return { status: 'unsupported' }
  return { status: 'found', key: name }
}

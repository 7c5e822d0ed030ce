/** Links of Odnoklassniki as people paste them, and what each names. No one is asked. */
import type { PastedLink, ReadLink } from '../shared/adapter.ts'

const hosts = new Set(['ok.ru', 'odnoklassniki.ru'])

/** First parts of a path that are the site's own: anything else may be the short name of a group. */
const reserved = new Set([
  'album',
  'app',
  'apps',
  'audio',
  'bookmarks',
  'cdk',
  'discussions',
  'dk',
  'feed',
  'friends',
  'game',
  'games',
  'gifts',
  'groups',
  'guests',
  'help',
  'hobby',
  'live',
  'market',
  'messages',
  'music',
  'notifications',
  'online',
  'payments',
  'photos',
  'pins',
  'profile',
  'profiles',
  'search',
  'settings',
  'showcase',
  'topic',
  'video',
  'videos',
  'vitrine',
])

/** A key is the number of a group, or its short name. */
export function readOkLink({ url }: PastedLink): ReadLink | null {
  if (!url || !hosts.has(url.hostname)) return null
  const [first = '', second = ''] = url.pathname.split('/').filter((part) => part !== '')
  const word = first.toLowerCase()
  const number = word === 'group' ? second : /^group(\d+)$/.exec(word)?.[1]
  if (number !== undefined) return /^\d+$/.test(number) ? { status: 'found', key: number } : { status: 'unsupported' }
  // A short name is never all digits; ids of people are, behind `/profile/`.
  return reserved.has(word) || !/^[\w.-]*[a-z_.-][\w.-]*$/i.test(word)
    ? { status: 'unsupported' }
    : { status: 'found', key: word }
}

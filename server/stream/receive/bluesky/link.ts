/** Links of Bluesky: whose page they lead to. A key is a handle or a DID, as the network itself takes either. */
import type { PastedLink, ReadLink } from '../shared/adapter.ts'
import { decodedPart } from '../shared/decoded-part.ts'

const did = /^did:(plc:[a-z2-7]{24}|web:[a-z0-9.-]+(:\d+)?)$/i
/** A handle is a name of the domain name system, so it has a dot: `@name` alone is of another network. */
const handle = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/i
const hostedHandle = /^[a-z0-9-]+\.bsky\.social$/i

export function readBlueskyLink({ text, url }: PastedLink): ReadLink | null {
  const written = text.trim()
  if (/^did:(plc|web):/i.test(written)) return actor(written)
  const uri = /^at:\/\/([^/]+)/i.exec(written)
  if (uri) return actor(uri[1] as string)
  if (/^@[^@/\s]+\.[^@/\s]+$/.test(written)) return actor(written)
  if (!url) return hostedHandle.test(written) ? actor(written) : null
  if (url.hostname === 'bsky.app') return ofApp(url)
  if (url.hostname === 'go.bsky.app' || url.hostname === 'bsky.social') return { status: 'unsupported' }
  // A hosted handle opened as a site leads to its page.
  return hostedHandle.test(url.hostname) ? actor(url.hostname) : null
}

/** `/profile/{actor}` and its posts; lists, feeds and starter packs belong to someone but are no one's page. */
function ofApp({ pathname }: URL): ReadLink {
  const [first, name, kind] = pathname
    .split('/')
    .filter((part) => part !== '')
    .map(decodedPart)
  if (
    first !== 'profile' ||
    !name ||
    (kind !== undefined && !['post', 'followers', 'follows', 'search'].includes(kind))
  )
    return { status: 'unsupported' }
  return actor(name)
}

function actor(written: string): ReadLink {
  const name = written.replace(/^@/, '')
  if (name.toLowerCase().endsWith('.invalid') || !(did.test(name) || handle.test(name)))
    return { status: 'unsupported' }
  return { status: 'found', key: name.toLowerCase() }
}

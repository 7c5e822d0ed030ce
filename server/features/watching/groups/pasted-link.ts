/** One pasted link, as far as its writing goes: where it leads only its network knows. */

/** What networks read (server/stream/receive/shared/adapter.ts), and by what two writings of one address are known. */
export interface PastedAddress {
  text: string
  /** https, lower-case host without `www.` and `m.`, international names in punycode; null where it is no address: `@name`, a bare word. */
  url: URL | null
  /** The same for all writings of one address. */
  address: string
}

export function readPastedLink(text: string): PastedAddress {
  const url = readUrl(text)
  return { text, url, address: url ? addressOf(url) : text.toLowerCase() }
}

function readUrl(text: string): URL | null {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase()
  if (text.startsWith('@') || (scheme !== undefined && scheme !== 'http' && scheme !== 'https')) return null
  const url = URL.parse(scheme === undefined ? `https://${text.replace(/^\/+/, '')}` : text)
  if (!url || url.username !== '' || url.password !== '') return null
  const host = plainHost(url.hostname)
  if (!host.includes('.')) return null
  url.protocol = 'https:'
  url.hostname = host
  return url
}

function plainHost(hostname: string): string {
  // The dot behind a name is none of it, and what is left has to be a name.
  return hostname.replace(/\.+$/, '').replace(/^(?:(?:www|m)\.)+(?=[^.]+\.)/, '')
}

/** What tells whence someone came, and nothing of where the address leads. */
const tracking = /^(?:utm_\w+|fbclid|gclid|yclid|ysclid|igshid|_openstat|from|si)$/i

function addressOf(url: URL): string {
  const query = [...url.searchParams]
    .filter(([name]) => !tracking.test(name))
    .map((pair) => pair.map(encodeURIComponent).join('='))
  const path = decoded(url.pathname)
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '')
  // Some sites have their pages behind it: `#/forum`, `#!page`, `#@name`.
  const place = /^#[/!@-]/.test(url.hash) ? url.hash : ''
  return `${url.host}${path}${query.length > 0 ? `?${query.toSorted().join('&')}` : ''}${place}`
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path).normalize('NFC')
  } catch {
    return path
  }
}

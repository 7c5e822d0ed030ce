/** Pages in an address (spec §2): `#page=3`, `#page-payouts=3` where a screen has several lists, `?page=3` on ordinary pages. */

const key = (list: string | undefined): string => (list === undefined ? 'page' : `page-${list}`)

/** What the hash says of the page, as it is written; null when it says nothing. */
export function pageInHash(hash: string, list?: string): string | null {
  for (const part of hash.replace(/^#/, '').split('&')) {
    const [name, value] = part.split('=')
    if (name === key(list) && value !== undefined) return value
  }
  return null
}

/** Which page is meant by what an address says; the first one by what is no page. */
export const pageNumber = (asked: string | null): number => (/^[1-9]\d{0,3}$/.test(asked ?? '') ? Number(asked) : 1)

/** The hash with another page in it, its other parts kept; the first page needs no mention. */
export function hashWithPage(hash: string, page: number, list?: string): string {
  const others = hash
    .replace(/^#/, '')
    .split('&')
    .filter((part) => part !== '' && part.split('=')[0] !== key(list))
  const parts = page > 1 ? [...others, `${key(list)}=${page}`] : others
  return parts.length > 0 ? `#${parts.join('&')}` : ''
}

/** Which page is meant by what stands behind the question mark; the first one by what is no page, or one beyond `most`. */
export function pageInSearch(search: { get(name: string): string | null }, most = Infinity): number {
  const page = Number(search.get('page'))
  return Number.isInteger(page) && page >= 1 && page <= most ? page : 1
}

/** The query with another page in it, its other parts kept as they are written. */
export function searchWithPage(search: string, page: number): string {
  const others = search
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => part !== '' && part.split('=')[0] !== 'page')
  const parts = page > 1 ? [...others, `page=${page}`] : others
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

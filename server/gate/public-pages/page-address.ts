/** Under which address a page is drawn and kept: one for all that look alike, and no more of them than there are pages. */
import { findPage, isDrawn, isPublic, pages, queryOf, type PageName } from '../../../contract/pages.ts'

/** Says where a visitor came from, and nothing of what they see; robots.txt tells robots the same. */
export const marksOfVisits = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'yclid',
  'gclid',
  'fbclid',
  'ref',
  'ref_id',
  'promo',
] as const
const ignored: readonly string[] = marksOfVisits

/** Longer values are of no page. */
const LONGEST = 100

export interface PageAddress {
  name: PageName
  /** Where it is drawn: path, and what makes another page of it, in one order. Null: the browser draws it. */
  drawn: string | null
  /** How the path is rightly written; null: as it was asked for. */
  rightly: string | null
}

/** @param asked path, and what stands behind the question mark */
export function readPageAddress(asked: string): PageAddress {
  const { pathname, searchParams } = new URL(asked, 'http://page')
  const { name, params } = findPage(pathname)
  if (!isDrawn(name)) return { name, drawn: null, rightly: null }
  const right = isPublic(name) ? rightlyWritten(pathname) : pathname
  if (right !== pathname) return { name, drawn: null, rightly: right }
  const makes = queryOf(name)
  const parameters = [...searchParams].filter(([key]) => makes.includes(key) || !ignored.includes(key))
  const known =
    parameters.every(([key, value]) => makes.includes(key) && value.length <= LONGEST) &&
    new Set(parameters.map(([key]) => key)).size === parameters.length
  if (!known) return { name, drawn: null, rightly: null }
  if (name === 'not-found') return { name, drawn: NOWHERE, rightly: null }
  const search = new URLSearchParams(parameters.toSorted(([left], [right]) => (left < right ? -1 : 1))).toString()
  return { name, drawn: pathOf(name, params) + (search && `?${search}`), rightly: null }
}

/** No slash at the end, no capitals; what is written as `%D1` stays. */
const rightlyWritten = (path: string): string =>
  path
    .replace(/(.)\/+$/, '$1')
    .replace(/%[\da-f]{2}|[A-Z]/gi, (each) => (each.startsWith('%') ? each : each.toLowerCase()))

/** Where the page stands that says that there is none. */
const NOWHERE = '/404'

const pathOf = (name: PageName, params: Record<string, string>): string =>
  pages[name].path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))

/** What the home page was asked to show: `/?category=photographers`, or the words of someone's own, `/?keyword=маникюр`. */
import { MAX_KEYWORD_LETTERS } from './search-address.ts'

export type HomeAsked = { category: string } | { keyword: string }

/** Null: nothing yet, or nothing that makes sense. */
export function readHomeAsked(search: string): HomeAsked | null {
  const asked = new URLSearchParams(search)
  const category = asked.get('category') ?? ''
  if (/^[a-z0-9-]{1,60}$/.test(category)) return { category }
  const keyword = (asked.get('keyword') ?? '').trim()
  return keyword === '' || keyword.length > MAX_KEYWORD_LETTERS ? null : { keyword }
}

export const homeSearchOf = (asked: HomeAsked): string => `?${new URLSearchParams({ ...asked }).toString()}`

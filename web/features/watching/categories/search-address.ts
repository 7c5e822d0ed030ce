/** What the address of the category search asks for: `?keyword=ремонт&keyword=отделка&operator=AND`. */
import { MAX_SEARCH_KEYWORDS } from '../../../../contract/watching/categories.ts'
import { distinctPhrases } from '../../../../rules/phrases.ts'

export interface AskedCategories {
  keywords: string[]
  operator: 'AND' | 'OR'
}

export const MAX_KEYWORD_LETTERS = 100

/** What is too much or too long is left out. */
export function readAsked(search: string): AskedCategories {
  const asked = new URLSearchParams(search)
  const keywords = distinctPhrases(asked.getAll('keyword')).filter((keyword) => keyword.length <= MAX_KEYWORD_LETTERS)
  return { keywords: keywords.slice(0, MAX_SEARCH_KEYWORDS), operator: asked.get('operator') === 'AND' ? 'AND' : 'OR' }
}

export function searchOf({ keywords, operator }: AskedCategories): string {
  const written = new URLSearchParams(keywords.map((keyword) => ['keyword', keyword]))
  if (operator === 'AND') written.set('operator', operator)
  return keywords.length === 0 ? '' : `?${written.toString()}`
}

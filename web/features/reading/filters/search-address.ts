/** `find=…` in an address: the words that are searched for in the list, beside what names the filter. */
import { MAX_SEARCH } from '../../../../contract/reading/feed.ts'

const NAME = 'find='

const partsOf = (search: string): string[] =>
  search
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => part !== '')

export function searchWordsOf(search: string): string {
  return new URLSearchParams(search).get('find')?.trim().slice(0, MAX_SEARCH) ?? ''
}

/** The rest of the address stays as it is written: words in it can be read. */
export function withSearchWords(search: string, words: string): string {
  const others = partsOf(search).filter((part) => !part.startsWith(NAME))
  const after = words === '' ? others : [...others, NAME + encodeURIComponent(words.toWellFormed())]
  return after.length > 0 ? `?${after.join('&')}` : ''
}

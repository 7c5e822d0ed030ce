/** What is worked out of the words of an article: its address and how long it takes to read. */
import { transliterate } from '../transliterate.ts'

export const SLUG_LENGTH = 80

/** In the address of an article. */
export const articleSlugPattern = '^[a-z0-9]+(?:-[a-z0-9]+)*$'

/** «Как найти клиента» -> `kak-nayti-klienta`, cut between words; empty where no letter is left. */
export function articleSlugOf(title: string): string {
  const words = transliterate(title.toLowerCase().normalize('NFC'), 'article')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
  let slug = ''
  for (const word of words) {
    const longer = slug === '' ? word.slice(0, SLUG_LENGTH) : `${slug}-${word}`
    if (longer.length > SLUG_LENGTH) break
    slug = longer
  }
  return slug
}

/** Another one where `slug` is taken: `kak-nayti-klienta-2`. */
export function numberedSlug(slug: string, number: number): string {
  const end = `-${number}`
  return slug.slice(0, SLUG_LENGTH - end.length).replace(/-+$/, '') + end
}

/** Of an adult who reads to themselves, in words a minute. */
const PACE = 180

/** In minutes, one at least. @param text without tags */
export function readingMinutes(text: string): number {
  const words = text.match(/[\p{L}\p{N}]+(?:[-’'][\p{L}\p{N}]+)*/gu)?.length ?? 0
  return Math.max(1, Math.round(words / PACE))
}

/** `Советы , SMM,советы` -> `советы`, `smm`: in small letters, each once, in order. */
export function tidyTags(tags: readonly string[]): string[] {
  const tidied = tags.map((tag) => tag.trim().replace(/\s+/g, ' ').toLowerCase())
  return [...new Set(tidied.filter((tag) => tag !== ''))]
}

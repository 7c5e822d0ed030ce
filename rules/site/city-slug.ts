import { transliterate } from '../transliterate.ts'

/**
 * The name of a city in an address: «Нижний Новгород» is `nizhnij-novgorod`.
 * @returns lower-case Latin letters and digits with single hyphens between; empty where the name has neither
 */
export function citySlugOf(name: string): string {
  return transliterate(name.toLowerCase(), 'city')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

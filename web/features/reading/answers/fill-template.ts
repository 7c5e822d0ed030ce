/** A template with what it says of one message. */
import type { FeedMessage } from '../../../../contract/reading/feed.ts'

/** By `{имя}` people are called by the first word of their name; what nothing is known of goes with the signs that led to it. */
export function fillTemplate(text: string, message: Pick<FeedMessage, 'author' | 'group' | 'location'>): string {
  const { author, group, location } = message
  const name = /\p{L}[\p{L}-]*/u.exec(author?.name ?? '')?.[0] ?? ''
  const town = location?.name ?? author?.city ?? group?.city ?? ''
  return put(put(text, '{имя}', name), '{город}', town)
}

/** «Здравствуйте, {имя}!» → «Здравствуйте!», «Снимаю в городе {город}.» → «Снимаю.» */
function put(text: string, place: string, words: string): string {
  if (words !== '') return text.replaceAll(place, words)
  const led = place === '{город}' ? '(?:[ \\t]+(?:в|по|из)(?:[ \\t]+город[а-я]*)?)?' : ''
  return text.replaceAll(new RegExp(`,?${led}[ \\t]*${place.replaceAll(/[{}]/g, '\\$&')}`, 'gu'), '').trim()
}

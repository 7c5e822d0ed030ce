/** A template with what it says of one message. */
import type { FeedMessage } from '../../../../contract/reading/feed.ts'

/** By `{имя}` people are called by the first word of their name; what nothing is known of goes with the signs that led to it. */
export function fillTemplate(
  text: string,
  message: Pick<FeedMessage, 'author' | 'group' | 'location' | 'productType' | 'product'>,
): string {
  const { author, group, location, productType, product } = message
  const name = /\p{L}[\p{L}-]*/u.exec(author?.name ?? '')?.[0] ?? ''
  const town = location?.name ?? author?.city ?? group?.city ?? ''
  // What a project or a list of groups is called is between its owner and us.
  const category = productType === 'category' ? product.name : ''
  return put(put(put(text, '{имя}', name), '{город}', town), '{категория}', category)
}

/** «Здравствуйте, {имя}!» → «Здравствуйте!», «Снимаю в городе {город}.» → «Снимаю.», «Пишу по теме «{категория}».» → «Пишу.» */
function put(text: string, place: string, words: string): string {
  if (words !== '') return text.replaceAll(place, words)
  const led = leading[place] ?? ''
  return text.replaceAll(new RegExp(`,?${led}[ \\t]*«?${place.replaceAll(/[{}]/g, '\\$&')}»?`, 'gu'), '').trim()
}

/** Words that lead to a place and say nothing without it. */
const leading: Record<string, string> = {
  '{город}': '(?:[ \\t]+(?:в|по|из)(?:[ \\t]+город[а-я]*)?)?',
  '{категория}': '(?:[ \\t]+(?:(?:по|на)[ \\t]+тем[а-я]*|(?:в|из)[ \\t]+категори[а-я]*|по))?:?',
}

/** What a trial hides, in words. */
import type { Veiled } from '../../../../../contract/reading/veiled.ts'
import { messageForms, plural, type PluralForms } from '../../../../../rules/plural.ts'
import { relativeTime } from '../../../../kit/ui/text/relative-time.ts'

const personForms: PluralForms = ['человек', 'человека', 'человек']
const soughtForms: PluralForms = ['искал', 'искали', 'искали']
const mentionForms: PluralForms = ['упоминание', 'упоминания', 'упоминаний']

type Counted = Pick<Veiled, 'productType' | 'sought' | 'messages' | 'people' | 'capped'>

/**
 * «14 человек искали фотографа за три дня», «14 сообщений «Сварка» за три дня».
 * @param name of the product
 * @param narrowed it is counted by a filter that hides something
 */
export function veiledInWords(veiled: Counted, name: string, narrowed = false): string {
  const { productType, messages } = veiled
  if (messages === 0) return `${narrowed ? 'По этому фильтру за' : 'За'} три дня ${nothing(productType, name)} не было`
  const counted = countInWords(veiled, name)
  const words = narrowed ? `По этому фильтру: ${counted}` : counted.charAt(0).toUpperCase() + counted.slice(1)
  return `${words} за три дня`
}

function countInWords({ productType, sought, messages, people, capped }: Counted, name: string): string {
  const count = `${capped ? 'больше ' : ''}${messages.toLocaleString('ru')}`
  const of = (forms: PluralForms): string => plural(messages, forms)
  if (productType === 'group') return `${count} ${of(messageForms)} в ваших группах`
  if (productType === 'project') return `${count} ${of(mentionForms)} «${name}»`
  if (sought === null || capped) return `${count} ${of(messageForms)} «${name}»`
  return `${people.toLocaleString('ru')} ${plural(people, personForms)} ${plural(people, soughtForms)} ${sought}`
}

function nothing(productType: Counted['productType'], name: string): string {
  if (productType === 'group') return 'сообщений в ваших группах'
  return `${productType === 'project' ? 'упоминаний' : 'сообщений'} «${name}»`
}

/** «И ещё 11 сообщений»; null when every one has a card, or none has. */
export function veiledRestInWords({
  messages,
  cards,
  capped,
}: Pick<Veiled, 'messages' | 'cards' | 'capped'>): string | null {
  const rest = messages - cards.length
  if (rest === 0 || cards.length === 0) return null
  return `И ещё ${capped ? 'больше ' : ''}${rest.toLocaleString('ru')} ${plural(rest, messageForms)}`
}

const HOUR = 3_600_000

/** «3 часа назад», no more exact than the hour it is given by. */
export function hoursAgoInWords(at: string, now: Date, zone: string): string {
  const moment = new Date(at)
  return now.getTime() - moment.getTime() < HOUR ? 'меньше часа назад' : relativeTime(moment, now, zone)
}

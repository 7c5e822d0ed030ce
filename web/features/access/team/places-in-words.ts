/** Places of a team in words: how many are taken, what changes next, and whom it leaves out. */
import type { MembershipCard, PlacesInTeam } from '../../../../contract/access/team.ts'
import { plural, type PluralForms } from '../../../../rules/plural.ts'

type Member = Pick<MembershipCard, 'id' | 'username' | 'status' | 'acceptedAt'>

const placeForms: PluralForms = ['место', 'места', 'мест']
const ofPlaces: PluralForms = ['места', 'мест', 'мест']

/** «Занято 3 из 5 мест» */
export function placesInWords({ total, taken }: Pick<PlacesInTeam, 'total' | 'taken'>): string {
  if (total === null) return `В команде ${taken}, мест сколько угодно`
  return `Занято ${taken} из ${total} ${plural(total, ofPlaces)}`
}

/** Everyone who is in, in the order in which they came: the first keep their places longest. */
export function inOrder<Each extends Member>(cards: readonly Each[]): Each[] {
  return cards
    .filter(({ status }) => status === 'accepted')
    .toSorted((a, b) => Date.parse(a.acceptedAt ?? '') - Date.parse(b.acceptedAt ?? '') || a.id - b.id)
}

/** Who has no place in a team of so many people; the owner holds the first. Null: there is room for all. */
export function leftOutOf<Each extends Member>(cards: readonly Each[], total: number | null): Each[] {
  return total === null ? [] : inOrder(cards).slice(Math.max(0, total - 1))
}

/** «Глеб», «Глеб и Вера», «Глеб, Вера и ещё 3» */
export function namesInWords(names: readonly string[]): string {
  if (names.length <= 1) return names.join('')
  if (names.length > 4) return `${names.slice(0, 3).join(', ')} и ещё ${names.length - 3}`
  return `${names.slice(0, -1).join(', ')} и ${names.at(-1)}`
}

/** «Глеб и Вера останутся без места» */
export function leftOutInWords(names: readonly string[]): string {
  return `${namesInWords(names)} ${names.length === 1 ? 'останется' : 'останутся'} без места`
}

/** What changes next, and for whom; null: nothing is known to. @param day writes a moment as a day */
export function nextInWords(
  cards: readonly Member[],
  { next }: PlacesInTeam,
  day: (at: string) => string,
): string | null {
  if (next === null) return null
  if (next.total === 0)
    return `${capital(day(next.at))} командный тариф закончится: до продления участники перестанут видеть то, что вы купили.`
  const out = leftOutOf(cards, next.total)
  const change = `С ${day(next.at)} мест станет ${next.total}`
  return out.length > 0
    ? `${change}: ${leftOutInWords(out.map(({ username }) => username))}.`
    : `${change}, их хватит всем, кто в команде.`
}

/** Far changes are no warning, unless someone loses their place. */
const SOON_MS = 14 * 24 * 60 * 60 * 1000

/** Has the owner to do something about it now? */
export function isUrgent(cards: readonly Member[], { next }: PlacesInTeam, now: Date): boolean {
  if (next === null) return false
  const leavesOut = next.total > 0 && leftOutOf(cards, next.total).length > 0
  return leavesOut || Date.parse(next.at) - now.getTime() < SOON_MS
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** «Свободно 2 места»; nothing more is known where there is no end of them. */
export function freeInWords({ total, taken }: Pick<PlacesInTeam, 'total' | 'taken'>): string | null {
  if (total === null || total === 0) return null
  const free = total - taken
  if (free > 0) return `Свободно ${free} ${plural(free, placeForms)}`
  return free === 0 ? 'Свободных мест нет' : `Не хватает ${-free} ${plural(-free, ofPlaces)}`
}

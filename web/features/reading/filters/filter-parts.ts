/** What a filter asks for, in words: a part for each thing that can be taken away. */
import type { FilterFields } from '../../../../contract/reading/filters.ts'
import { networkTitles, sourceKindTitles } from '../../../../contract/networks.ts'
import { leadStatusTitles } from '../../../../rules/lead-words.ts'
import { bareWord } from '../../../../rules/filters/words.ts'
import { dayRangeOf } from './filter-days.ts'

export interface FilterPart {
  key: string
  /** Parts of one group are reported together. */
  group: string
  text: string
  /** `excluded` words look like what they are. */
  excluded?: true
  /** What takes it away. */
  clear: Partial<FilterFields>
}

export interface PartNames {
  category: (id: number) => string | undefined
  project: (id: number) => string | undefined
  /** Of `groupsetId/groupId`. */
  group: (pair: string) => string | undefined
  /** Of someone of the team. */
  person: (id: number) => string | undefined
  /** The reader's time zone. */
  zone: string
}

export const messageKindTitles: Record<FilterFields['kind'], string> = {
  all: 'Всё',
  post: 'Посты',
  comment: 'Комментарии',
}
export const spamTitles: Record<FilterFields['spam'], string> = {
  no: 'Скрывать',
  yes: 'Только спам',
  ignore: 'Показывать',
}
export const handledTitles: Record<FilterFields['handled'], string> = {
  hide: 'Скрывать',
  show: 'Показывать',
  only: 'Только разобранное',
}
export const intentTitles: Record<FilterFields['intent'], string> = {
  cold: 'Любое',
  warm: 'Тёплые и горячие',
  hot: 'Горячие',
}
/** Of those that are no one's id. */
export const assigneeTitles: Record<string, string> = { me: 'я', none: 'никто' }
export const recentDaysTitles: Record<1 | 3 | 7, string> = { 1: 'Сутки', 3: '3 дня', 7: 'Неделя' }

export function filterParts(fields: FilterFields, { category, project, group, person, zone }: PartNames): FilterPart[] {
  const parts: FilterPart[] = []
  const put = (kind: string, text: string, clear: Partial<FilterFields>, key = kind): number =>
    parts.push({ key, group: kind, text, clear })
  /** A chip for each member of a list, which takes that member away. */
  const each = <Field extends keyof FilterFields & keyof Lists>(
    field: Field,
    textOf: (value: Lists[Field]) => string,
  ): void => {
    const all = fields[field] as Lists[Field][]
    for (const value of all) {
      const key = typeof value === 'object' ? value.id : value
      const rest = all.filter((other) => other !== value)
      // «All of them» says nothing of one word.
      const mode = field === 'includedWords' && fields.wordsMode === 'all' && rest.length < 2
      put(field, textOf(value), { [field]: rest, ...(mode && { wordsMode: 'any' }) }, `${field}:${key}`)
    }
  }

  each('includedWords', bareWord)
  const included = parts.length
  each('excludedWords', bareWord)
  for (const part of parts.slice(included)) part.excluded = true
  if (fields.wordsMode === 'all' && included > 1) put('wordsMode', 'все слова вместе', { wordsMode: 'any' })
  if (fields.exactMatch && parts.length > 0) put('exactMatch', 'слова точно как написаны', { exactMatch: false })
  each('locations', ({ id, name }) => name || `Место №${id}`)
  if (fields.undefinedLocations && fields.locations.length > 0)
    put('undefinedLocations', 'и где место не ясно', { undefinedLocations: false })
  each('categories', (id) => category(id) ?? `Категория №${id}`)
  each('monitoredProjects', (id) => project(id) ?? `Проект №${id}`)
  each('monitoredGroups', (pair) => group(pair) ?? `Группа №${pair.split('/')[1]}`)
  each('networks', (network) => networkTitles[network])
  each('sourceKinds', (kind) => sourceKindTitles[kind])
  if (fields.kind !== 'all')
    put('kind', fields.kind === 'post' ? 'только посты' : 'только комментарии', { kind: 'all' })
  if (fields.intent !== 'cold')
    put('intent', fields.intent === 'hot' ? 'только горячие' : 'тёплые и горячие', { intent: 'cold' })
  if (fields.learned) put('learned', 'без непохожего', { learned: false })
  const period = periodInWords(fields, zone)
  if (period !== null) put('period', period, { recentDays: null, fromDate: null, toDate: null })
  if (fields.onlyFavorites) put('onlyFavorites', 'только избранное', { onlyFavorites: false })
  if (fields.onlyWithNotes) put('onlyWithNotes', 'только с заметками', { onlyWithNotes: false })
  if (fields.onlyBlackList) put('onlyBlackList', 'только чёрный список', { onlyBlackList: false })
  each('leadStatuses', (status) => leadStatusTitles[status].toLowerCase())
  each('assignees', (assignee) => assigneeTitles[assignee] ?? person(Number(assignee)) ?? `Участник №${assignee}`)
  if (fields.spam !== 'no') put('spam', fields.spam === 'yes' ? 'только спам' : 'вместе со спамом', { spam: 'no' })
  if (fields.handled !== 'hide')
    put('handled', fields.handled === 'only' ? 'только разобранное' : 'вместе с разобранным', { handled: 'hide' })
  return parts
}

type Lists = {
  [
    Field in keyof FilterFields as FilterFields[Field] extends unknown[] ? Field : never
  ]: FilterFields[Field] extends (infer Value)[] ? Value : never
}

const MOST = 3

/** A short list: of a longer one the first few, and how many more. */
export function joined(texts: string[], between?: 'или' | 'и'): string {
  if (texts.length > MOST) {
    const more = between === undefined ? 'и ещё' : `${between} ещё`
    return `${texts.slice(0, MOST).join(', ')} ${more} ${texts.length - MOST}`
  }
  if (between === undefined || texts.length < 2) return texts.join(', ')
  return `${texts.slice(0, -1).join(', ')} ${between} ${texts.at(-1)}`
}

function periodInWords(fields: FilterFields, zone: string): string | null {
  if (fields.fromDate === null && fields.toDate === null) {
    return fields.recentDays === null
      ? null
      : `за ${recentDaysTitles[fields.recentDays].toLowerCase().replace('неделя', 'неделю')}`
  }
  const [first, last] = dayRangeOf(fields, zone)
  if (first !== null && first === last) return dayInWords(first)
  const sameYear = first?.slice(0, 4) === last?.slice(0, 4)
  return [first && `с ${dayInWords(first, !sameYear)}`, last && `по ${dayInWords(last)}`].filter(Boolean).join(' ')
}

/** «20 нояб. 2026 г.» without what says nothing. */
function dayInWords(day: string, withYear = true): string {
  const year = withYear ? 'numeric' : undefined
  return new Date(day)
    .toLocaleDateString('ru', { day: 'numeric', month: 'short', year, timeZone: 'UTC' })
    .replace(/\s?г\.$/, '')
}

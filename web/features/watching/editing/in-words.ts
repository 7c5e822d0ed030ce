/** The words for categories to those who keep them. */
import {
  categoryLimits,
  type CategoryPreview,
  type CategoryVersion,
  type EditedCategory,
  type QueryList,
} from '../../../../contract/watching/editing.ts'
import type { CategoryChanges, ShownField } from '../../../../rules/category-changes.ts'
import { plural, type PluralForms } from '../../../../rules/plural.ts'
import { CallError } from '../../../kit/calls/call-error.ts'

export const listTitles: Record<QueryList, string> = { queries: 'Запросы', topics: 'Темы', excluded: 'Исключения' }
export const categoryFieldTitles: Record<ShownField, string> = {
  name: 'Название',
  slug: 'Адрес',
  icon: 'Значок',
  free: 'Пробный доступ',
  description: 'Описание',
}

export const stateTitles: Record<EditedCategory['state'], string | null> = {
  new: 'не опубликована',
  seeded: null,
  edited: 'изменена',
}

export const peopleForms: PluralForms = ['человек', 'человека', 'человек']
const lineForms: PluralForms = ['строка', 'строки', 'строк']

export const valueInWords = (value: string | boolean): string =>
  typeof value === 'boolean' ? (value ? 'есть' : 'нет') : value === '' ? '—' : value

/** «Запросы: +2 −1, Название» */
export function changesInWords({ fields, lists }: CategoryChanges): string {
  const ofLists = lists.map(({ list, added, removed }) => {
    const counts = [added.length > 0 && `+${added.length}`, removed.length > 0 && `−${removed.length}`]
    return `${listTitles[list]}: ${counts.filter(Boolean).join(' ')}`
  })
  return [...ofLists, ...fields.map(({ field }) => categoryFieldTitles[field])].join(', ')
}

/** Of stored days how many a day; less than one day counts as one. */
export function aDayInWords(count: number, days: number): string {
  const aDay = count / Math.max(1, days)
  return (aDay < 10 ? Math.round(aDay * 10) / 10 : Math.round(aDay)).toLocaleString('ru')
}

const round = ({ estimated }: Pick<CategoryPreview, 'estimated'>): string => (estimated ? 'около ' : '')

/** «около 12 в день вместо 10» */
export function expectedInWords(preview: Pick<CategoryPreview, 'before' | 'after' | 'days' | 'estimated'>): string {
  const [before, after] = [aDayInWords(preview.before, preview.days), aDayInWords(preview.after, preview.days)]
  return before === after
    ? `${round(preview)}${after} в день, как и сейчас`
    : `${round(preview)}${after} в день вместо ${before}`
}

export function versionInWords({ kind, restored }: Pick<CategoryVersion, 'kind' | 'restored'>): string {
  if (kind === 'found') return 'как было до правок'
  if (kind === 'seeded') return 'возвращена к исходному'
  return kind === 'restored' ? `снова версия ${restored}` : 'опубликована'
}

/** Why it was not published; the field is named. */
export function publishErrorInWords(error: Error): string {
  if (!(error instanceof CallError)) return error.message
  if (error.code !== 'VALIDATION_FAILED') return error.message
  const field = error.details.dataPath?.slice(1) ?? ''
  if (field === 'slug') return 'Адрес: маленькие латинские буквы, цифры и дефис, хотя бы одна буква'
  if (field === 'queries' && error.details.keyword === 'minItems') return 'Добавьте хотя бы один запрос'
  if (field in listTitles)
    return `${listTitles[field as QueryList]}: не больше ${categoryLimits.lines} ${plural(categoryLimits.lines, lineForms)}`
  return field in categoryFieldTitles ? `${categoryFieldTitles[field as ShownField]}: заполните поле` : error.message
}

export const UNSAVED = 'Последняя правка не сохранилась: сначала сохраните её или обновите страницу'

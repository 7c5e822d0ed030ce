import type { DayCounts } from './statistics-period.ts'

export type Deed = Exclude<keyof DayCounts, 'day'>

/** What moderators do, in the order in which it is reported. */
export const deedTitles: readonly (readonly [Deed, string])[] = [
  ['approved', 'Одобрено'],
  ['rejected', 'Отклонено'],
  ['spam', 'Спам'],
  ['locations', 'Места'],
  ['categories', 'Категории'],
]

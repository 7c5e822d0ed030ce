import type { DayCounts } from './statistics-period.ts'

export type StatisticsAction = Exclude<keyof DayCounts, 'day'>

/** What moderators do, in the order in which it is reported. */
export const statisticsActionTitles: readonly (readonly [StatisticsAction, string])[] = [
  ['approved', 'Одобрено'],
  ['rejected', 'Отклонено'],
  ['spam', 'Спам'],
  ['locations', 'Места'],
  ['categories', 'Категории'],
]

import type { filtersSignals } from '../../../../contract/reading/filters.ts'
import type { Listen } from '../../../kit/live/connection.ts'
import { takeFiltersChanged } from './saved-filters.ts'

export const listeners: Listen<keyof typeof filtersSignals> = (cache) => ({
  'filters.changed': () => takeFiltersChanged(cache),
})

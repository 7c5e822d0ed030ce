import type { leadsSignals } from '../../../../contract/reading/leads.ts'
import type { Listen } from '../../../kit/live/connection.ts'
import { takeArrivals } from './board/take-arrivals.ts'
import { takeBoardChange, takeNewOnesChange } from './board/board-cache.ts'
import { takeDue } from './board/due-leads.ts'
import { takeLookers } from './card/looking.ts'
import { takeLeadsChanged } from './leads-cache.ts'

export const listeners: Listen<keyof typeof leadsSignals | 'feed.views' | 'feed.message'> = (cache) => ({
  'leads.changed': (change) => {
    takeLeadsChanged(cache, change)
    void takeBoardChange(cache, change)
  },
  'leads.looking': (lookers) => takeLookers(cache, lookers),
  'leads.due': (due) => takeDue(cache, due),
  'feed.views': ({ updates }) => takeArrivals(cache, updates),
  'feed.message': (change) => takeNewOnesChange(cache, change),
})

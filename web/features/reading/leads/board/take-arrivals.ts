/** What every page has of the arrivals of the board: the signal. How the board listens stands in board-arrivals.ts, which comes with it. */
import type { QueryClient } from '@tanstack/react-query'
import type { ViewUpdate } from '../../../../../contract/reading/feed-updates.ts'
import { readNewAgain } from './board-cache.ts'

/** What the column on the screen is notified by; null: none is there. */
let listening: string | null = null

export const isListeningTo = (view: string): boolean => listening === view

export function listenTo(view: string | null): void {
  listening = view
}

/** What the signal `feed.views` does for the board. */
export function takeArrivals(cache: QueryClient, updates: readonly ViewUpdate[]): void {
  if (updates.some(({ view, count }) => view === listening && count > 0)) void readArrivals(cache)
}

let reading = false
let another = false

/** One reading at a time, and one more for all that came meanwhile: a burst does not break each of them off. */
async function readArrivals(cache: QueryClient): Promise<void> {
  another = true
  if (reading) return
  reading = true
  try {
    while (another) {
      another = false
      await readNewAgain(cache)
    }
  } finally {
    reading = false
  }
}

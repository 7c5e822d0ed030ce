/** Calls of a day, shared over searches: who waits with many and brings much is asked more often, and the day's calls last the day. */

export interface AskedSearch {
  /** Customers who wait for it. */
  weight: number
  /** Messages it brings a day. */
  perDay: number
}

export interface SearchBudget {
  /** Calls of a day; Infinity where nothing limits them. */
  callsADay: number
  callsPerRead: number
  /** Messages that one search can bring, however many there are. */
  mostResults: number
}

/** Messages a call brings at most: what comes beyond the first page takes calls of its own. */
const PAGE = 100
/** More often no one is asked, and, while there is room, no one less often. */
const MOST_READINGS = 720
const LEAST_READINGS = 4
/** A search is asked again before more than this part of what it can bring has come. */
const FULL = 0.7

/** @returns readings a day of each, in their order; with their further pages they take no more calls than there are */
export function shareBudget(searches: AskedSearch[], { callsADay, callsPerRead, mostResults }: SearchBudget): number[] {
  if (searches.length === 0) return []
  const pages = searches.reduce((sum, { perDay }) => sum + (perDay / PAGE) * callsPerRead, 0)
  const readings = Math.max(0, Math.max(callsADay - pages, callsADay / 2)) / callsPerRead
  const least = searches.map(({ perDay }) =>
    Math.min(MOST_READINGS, Math.max(LEAST_READINGS, perDay / (mostResults * FULL))),
  )
  const needed = sum(least)
  // Too little for all: everybody gets less by the same part.
  if (needed >= readings) return least.map((each) => (each * readings) / needed)
  const urgency = searches.map(({ weight, perDay }) => Math.sqrt(weight * (1 + perDay / 10)))
  const at = (level: number): number[] =>
    least.map((each, place) => Math.min(MOST_READINGS, Math.max(each, level * urgency[place]!)))
  let [low, high] = [0, MOST_READINGS / Math.min(...urgency)]
  if (sum(at(high)) <= readings) return at(high)
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2
    if (sum(at(middle)) > readings) high = middle
    else low = middle
  }
  return at(low)
}

const sum = (numbers: number[]): number => numbers.reduce((total, each) => total + each, 0)

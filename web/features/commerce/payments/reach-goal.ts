import type { QueryClient } from '@tanstack/react-query'
import { ask } from '../../../kit/calls/ask.ts'
import { callKey } from '../../../kit/calls/use-call.ts'

/** Names of the goals, as they stand in the settings of the counter. */
export type Goal = 'payment'

export interface GoalDetails {
  /** Roubles. */
  order_price: number
  currency: 'RUB'
}

type Metrika = ((...args: unknown[]) => void) & { a?: unknown[][] }

declare global {
  interface Window {
    ym?: Metrika
  }
}

const SCRIPT = 'https://mc.yandex.ru/metrika/tag.js'

/**
 * Reports a goal to Yandex Metrika, where a counter is configured. Its script is fetched for the first one: no one is counted
 * who buys nothing. It may be blocked, and nothing waits for it.
 */
export async function reachGoal(cache: QueryClient, goal: Goal, details: GoalDetails): Promise<void> {
  try {
    const { metrikaId } = await cache.fetchQuery({
      queryKey: callKey('payments', 'getCounter', {}),
      queryFn: ({ signal }) => ask('payments', 'getCounter', {}, signal),
      staleTime: Infinity,
    })
    if (metrikaId !== null) metrika(metrikaId)(metrikaId, 'reachGoal', goal, details)
  } catch {
    // A goal that no one hears of changes nothing for the person.
  }
}

/** What is reported before the script is there waits in `a`. */
function metrika(id: number): Metrika {
  if (window.ym) return window.ym
  const queue: Metrika = (...args) => void (queue.a ??= []).push(args)
  window.ym = queue
  const script = document.createElement('script')
  script.src = SCRIPT
  script.async = true
  document.head.append(script)
  queue(id, 'init', { clickmap: false, trackLinks: false, accurateTrackBounce: true, webvisor: false })
  return queue
}

/** Hubs of feeds are asked what is due: to notify us of news, to go on, to stop. What they report comes by calls. */
import {
  listDueSubscriptions,
  noteHubAsked,
  noteHubRefused,
  putOffHub,
  syncHubSubscriptions,
} from '../../features/watching/hubs/hubs.public.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Log } from '../../kit/log.ts'
import type { Db } from '../../kit/sql.ts'
import type { HubClient } from '../receive/shared/adapter.ts'
import { isNetworkError } from '../receive/shared/network-error.ts'

/** One after another; the others have their turn the next time. */
const MOST_A_ROUND = 20

export async function askHubs(
  { db, clock, log }: { db: Db; clock: Clock; log: Log },
  hubs: HubClient,
  signal: AbortSignal,
): Promise<void> {
  await syncHubSubscriptions(db, clock)
  for (const due of await listDueSubscriptions(db, clock, MOST_A_ROUND)) {
    if (signal.aborted) return
    await noteHubAsked(db, clock, due)
    try {
      await hubs.ask(due, signal)
    } catch (error) {
      if (signal.aborted) return
      if (!isNetworkError(error)) throw error
      const { groupId, mode } = due
      log.info({ groupId, mode, error: error.message }, 'a hub was asked in vain')
      if (error.retryAfter !== null) await putOffHub(db, due, new Date(clock.now().getTime() + error.retryAfter))
      else if (!isNetworkError(error, 'temporary', 'rate-limited')) await noteHubRefused(db, clock, due)
    }
  }
}

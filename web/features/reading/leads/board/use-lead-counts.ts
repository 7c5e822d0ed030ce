/** The numbers over the board. */
import { useCall } from '../../../../kit/calls/use-call.ts'
import { useNewOnes } from './board-cache.ts'
import { countQuestion, newQuestion } from './board-question.ts'
import type { AskedLeads } from './leads-address.ts'

const EVERY_MINUTE = 60_000

/** @param on they are shown */
export function useLeadCounts(asked: AskedLeads, on: boolean) {
  const { data, error, refetch } = useCall('leads', 'listLeads', countQuestion(asked), {
    enabled: on,
    staleTime: 0,
    placeholderData: (before) => before,
    // By the clock alone leads become due, and forgotten.
    refetchInterval: EVERY_MINUTE,
  })
  const { find, product } = asked
  const stale = useNewOnes(
    ['stale', find.trim(), product],
    () => newQuestion({ ...asked, list: 'stale' }, Date.now()),
    1,
    on,
  )
  return { counts: data?.counts ?? null, stale: stale.data?.total ?? null, error, retry: () => void refetch() }
}

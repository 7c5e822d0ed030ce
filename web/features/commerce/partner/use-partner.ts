import { useQueryClient } from '@tanstack/react-query'
import type { Result } from '../../../kit/calls/ask.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { useAfterReconnect } from '../../../kit/live/use-after-reconnect.ts'
import { takePartnerChanged } from './partner-cache.ts'

export type Partner = Result<'partner', 'getPartner'>

/** What the page of a partner shows before any list; a change comes as a signal. */
export function usePartner() {
  const cache = useQueryClient()
  const { data, error, refetch } = useCall('partner', 'getPartner', {}, { staleTime: Infinity })
  useAfterReconnect(() => takePartnerChanged(cache))
  return { partner: data, error, retry: () => void refetch() }
}

/** The person's groups, in the query cache. */
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Addition } from '../../../../contract/watching/groups.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { useAfterReconnect } from '../../../kit/live/use-after-reconnect.ts'

/** Of one's own list, and of the team's. */
const setKey = ['groups', 'getGroupset']
/** The paste that was reported last: the server speaks of one that has ended no more, but anyone who reads its report goes on. */
const lastAdditionKey = ['groups', 'last-addition']

/** What the signal `monitored-group` does, and every answer about a paste. */
export function takeAddition(cache: QueryClient, received: Addition): void {
  cache.setQueryData<Addition>(lastAdditionKey, (known) => (known && isOlder(received, known) ? known : received))
  readGroupsAgain(cache)
}

const isOlder = (one: Addition, other: Addition): boolean =>
  one.id < other.id || (one.id === other.id && one.done < other.done)

/** The list and its size are others now; so may the feed be. What the signal `groups.changed` does. */
export function readGroupsAgain(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: ['groups', 'listGroups'] })
  void cache.invalidateQueries({ queryKey: setKey })
}

/** @param of which list (`WhichList`) */
export function useGroupset(of: { team?: true } = {}) {
  const { data, error, refetch } = useCall('groups', 'getGroupset', of, { staleTime: 30_000 })
  const { data: reported } = useQuery<Addition>({ queryKey: lastAdditionKey, enabled: false, staleTime: Infinity })
  const cache = useQueryClient()
  useAfterReconnect(() => readGroupsAgain(cache))
  const running = data?.addition ?? null
  const impossible = data ? data.groupset === null && data.team === null : error !== null
  useEffect(() => {
    // For support, who may ask what the console says (spec §8 Other texts); the page says what to do.
    // oxlint-disable-next-line no-console
    if (impossible) console.warn('Невозможно работать с группами!')
  }, [impossible])
  const addition = reported && (running === null || !isOlder(reported, running)) ? reported : running
  return { groupset: data?.groupset, team: data?.team, addition, error, retry: () => void refetch() }
}

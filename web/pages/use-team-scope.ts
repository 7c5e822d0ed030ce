import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { refetchScope } from '../features/access/subscriptions/use-subscriptions.ts'
import { useTeam, useTeamListening, type Team } from '../features/access/team/use-team.ts'
import { useMe } from '../features/people/accounts/use-me.ts'

/** Stands once, around all pages: who comes into a team, goes out of it or may do other things there sees other things. */
export function useTeamScope(): { team: Team | null | undefined } {
  const { user } = useMe()
  const { team } = useTeam(user != null)
  const cache = useQueryClient()
  useTeamListening()
  const scope = team === undefined ? null : `${user?.id} ${team?.owner.id} ${team?.right} ${team?.seated}`
  const known = useRef<string | null>(null)
  useEffect(() => {
    if (scope === null) return
    const before = known.current
    known.current = scope
    // Another person's pages are read again anyway.
    if (before !== null && before !== scope && before.split(' ')[0] === scope.split(' ')[0]) refetchScope(cache)
  }, [scope, cache])
  return { team }
}

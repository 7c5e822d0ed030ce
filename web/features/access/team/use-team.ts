/** The team the person is in, and, of their own, everybody in it. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { MembershipCard } from '../../../../contract/access/team.ts'
import type { Result } from '../../../kit/calls/ask.ts'
import { callKey, useCall } from '../../../kit/calls/use-call.ts'
import { showErrorToast } from '../../../kit/ui/components/action-toast.tsx'
import { useAfterReconnect } from '../../../kit/live/use-after-reconnect.ts'

export type Team = NonNullable<Result<'team', 'getTeam'>['team']>

const cardsKey = callKey('team', 'listMembershipCards', {})

/** Null: in none; undefined while no one knows. @param asks false for a guest, who is in none */
export function useTeam(asks = true) {
  const { data, error, refetch } = useCall('team', 'getTeam', {}, { enabled: asks, staleTime: Infinity })
  return { team: asks ? data?.team : null, error, retry: () => void refetch() }
}

/** What the signal `team.changed` does: who is in the team is another matter now, and so may be what one sees and may do. */
export function readTeamAgain(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: ['team'] })
}

/** Stands once: what is kept of the team is read again when signals may have been missed. */
export function useTeamListening(): void {
  const cache = useQueryClient()
  useAfterReconnect(() => readTeamAgain(cache))
}

/** Of one's own team. @param asks false: there is none */
export function useMembershipCards(asks = true) {
  const { data, error, refetch } = useCall('team', 'listMembershipCards', {}, { enabled: asks })
  return { cards: data?.cards, places: data?.places, error, retry: () => void refetch() }
}

/** What a card became is shown at once; places are counted by the server. */
export function takeCard(cache: QueryClient, card: MembershipCard): void {
  cache.setQueryData<Result<'team', 'listMembershipCards'>>(cardsKey, (known) => {
    if (!known) return known
    const isNew = known.cards.every(({ id }) => id !== card.id)
    const cards = isNew ? [...known.cards, card] : known.cards.map((each) => (each.id === card.id ? card : each))
    return { ...known, cards }
  })
  readTeamAgain(cache)
}

/** It is in the list no more. */
export function dropCard(cache: QueryClient, id: number): void {
  cache.setQueryData<Result<'team', 'listMembershipCards'>>(
    cardsKey,
    (known) => known && { ...known, cards: known.cards.filter((card) => card.id !== id) },
  )
  readTeamAgain(cache)
}

/** Another tab was faster (spec §4 Team member). */
export function showMemberGone(cache: QueryClient, { id, username }: Pick<MembershipCard, 'id' | 'username'>): void {
  dropCard(cache, id)
  showErrorToast(`${username}: такого участника больше нет`)
}

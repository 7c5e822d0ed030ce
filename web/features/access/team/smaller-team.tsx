import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { leftOutInWords, leftOutOf } from './places-in-words.ts'
import { useMembershipCards } from './use-team.ts'

export interface SmallerTeamProps {
  /** For how many people the chosen tariff is. */
  size: number
}

/** Before a team tariff is paid for: who has no place in so small a team; nothing when there is room for all. Only its owner is told. */
export function SmallerTeam({ size }: SmallerTeamProps) {
  const { cards, places } = useMembershipCards()
  if (!cards || !places) return null
  const out = leftOutOf(cards, size)
  if (out.length === 0) return null
  const larger = places.total === null || places.total > size
  return (
    <AlertBox tone="warn">
      {larger ? 'Когда закончится нынешний командный тариф, мест ' : 'Мест '}
      будет {size}: {leftOutInWords(out)}. Людей в команде сейчас {cards.filter(isIn).length + 1}.
    </AlertBox>
  )
}

const isIn = ({ status }: { status: string }): boolean => status === 'accepted'

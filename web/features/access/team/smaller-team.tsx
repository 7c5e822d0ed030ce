import { useCall } from '../../../kit/calls/use-call.ts'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { leftOutInWords } from './places-in-words.ts'
import { useMembershipCards } from './use-team.ts'

export interface SmallerTeamProps {
  /** For how many people the chosen tariff is. */
  size: number
  /** They own a team that runs. */
  owns: boolean
}

/** Before a team tariff is paid for: who has no place in so small a team; nothing when there is room for all. */
export function SmallerTeam({ size, owns }: SmallerTeamProps) {
  const { data } = useCall('team', 'listLeftOut', { teamSize: size })
  const { places } = useMembershipCards(owns)
  if (!data || data.names.length === 0 || (owns && !places)) return null
  const larger = places !== undefined && (places.total === null || places.total > size)
  return (
    <AlertBox tone="warn">
      {larger ? 'Когда закончится нынешний командный тариф, мест ' : 'Мест '}
      будет {size}: {leftOutInWords(data.names)}.
    </AlertBox>
  )
}

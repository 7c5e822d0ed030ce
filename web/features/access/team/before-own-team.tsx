import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useCall } from '../../../kit/calls/use-call.ts'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { leftOutInWords } from './places-in-words.ts'
import { useMembershipCards, useTeam } from './use-team.ts'

export interface BeforeOwnTeamProps {
  /** For how many people the chosen tariff is; null: for as many as one likes. */
  size: number | null
  /** They own a team that runs. */
  owns: boolean
}

/** Before a team tariff is paid for: what stands in the way of it, and whom it leaves out. */
export function BeforeOwnTeam({ size, owns }: BeforeOwnTeamProps) {
  const { team } = useTeam()
  if (team && !team.own) {
    return (
      <AlertBox
        tone="warn"
        action={
          <Button component={Link} to="/team" variant="default" size="sm">
            К команде
          </Button>
        }
      >
        Вы в команде «{team.owner.name}». Свой командный тариф можно оплатить, когда выйдете из неё: состоять можно
        только в одной.
      </AlertBox>
    )
  }
  return size === null ? null : <SmallerTeam size={size} owns={owns} />
}

/** Who has no place in so small a team; nothing when there is room for all. */
function SmallerTeam({ size, owns }: { size: number; owns: boolean }) {
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

import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import type { Team } from './use-team.ts'

/** Why a member sees nothing of the team at the moment, and what to do about it; nothing while they see it. */
export function TeamNotice({ team: { own, owner, seated } }: { team: Team }) {
  if (own || seated) return null
  return (
    <AlertBox
      tone="warn"
      action={
        <Button component={Link} to="/order" variant="default" size="sm">
          Свой тариф
        </Button>
      }
    >
      {`Для вас сейчас нет места в команде «${owner.name}»: мест стало меньше, чем людей. Попросите владельца добавить место, и лента команды вернётся сама.`}
    </AlertBox>
  )
}

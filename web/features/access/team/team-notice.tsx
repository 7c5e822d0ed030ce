import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import type { Team } from './use-team.ts'

/**
 * Why a member sees nothing of the team at the moment, and what to do about it; nothing while they see it. Who is taken out while the
 * page is open is notified.
 * @param team null: they are in none
 */
export function TeamNotice({ team }: { team: Team | null }) {
  const [was, setWas] = useState<Team | null>(null)
  if (team !== null && team !== was) setWas(team)
  if (team === null) {
    if (was === null || was.own) return null
    return (
      <AlertBox tone="warn" action={<Own />}>
        {`Вы больше не в команде «${was.owner.name}»: её лента, проекты и группы вам не видны. Ваши подписки остаются.`}
      </AlertBox>
    )
  }
  if (team.own || team.seated) return null
  return (
    <AlertBox tone="warn" action={<Own />}>
      {team.running
        ? `В команде «${team.owner.name}» вы сейчас без места: людей больше, чем мест. Попросите владельца добавить место, и лента команды вернётся сама.`
        : `Команда «${team.owner.name}» сейчас не оплачена: её тариф закончился или заморожен. Попросите владельца вернуть его, и лента команды вернётся сама.`}
    </AlertBox>
  )
}

const Own = () => (
  <Button component={Link} to="/order" variant="default" size="sm">
    Свой тариф
  </Button>
)

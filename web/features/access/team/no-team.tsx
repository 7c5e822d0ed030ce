import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { EmptyState } from '../../../kit/ui/components/empty-state.tsx'
import { PageHeading } from '../../../kit/ui/components/page-frame.tsx'
import { teamHead } from './own-team.tsx'
import { MORE_PLACES } from './team-places.tsx'

export interface NoTeamProps {
  /** They had a team tariff, and it is over. */
  ended: boolean
}

/** What a team is, for anyone who is in none; or that theirs is over. */
export function NoTeam({ ended }: NoTeamProps) {
  return (
    <>
      <PageHeading {...teamHead} />
      {ended ? (
        <TeamEnded />
      ) : (
        <EmptyState
          picture="quiet"
          title="Отвечайте вместе"
          action={
            <Button component={Link} to={MORE_PLACES}>
              Командные тарифы
            </Button>
          }
        >
          С командным тарифом вы приглашаете коллег по email. Они видят вашу ленту, проекты и группы, заметки друг друга
          и того, кто уже взял клиента. Что кому можно, решаете вы.
        </EmptyState>
      )}
    </>
  )
}

/** In place of a team whose tariff is over. */
export function TeamEnded() {
  return (
    <EmptyState
      picture="no-subscription"
      title="Командный тариф закончился"
      action={
        <Button component={Link} to={MORE_PLACES}>
          Продлить
        </Button>
      }
    >
      Участники больше не видят того, что вы купили. Список команды, права, заметки и лиды сохранены: после продления
      всё вернётся сразу.
    </EmptyState>
  )
}

/** In place of places while what was bought for the team stands still. */
export function TeamFrozen() {
  return (
    <EmptyState
      picture="locked"
      title="Командная подписка заморожена"
      action={
        <Button component={Link} to="/subscribes">
          К подпискам
        </Button>
      }
    >
      Пока она стоит, участники ничего не видят. Разморозьте её, и всё вернётся сразу.
    </EmptyState>
  )
}

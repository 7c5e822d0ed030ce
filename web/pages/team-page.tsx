import { Skeleton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { User } from '../../contract/people/accounts.ts'
import { mayAsk, rolesOf } from '../../rules/roles.ts'
import { shortDayInWords, subscriptionHistory } from '../features/access/subscriptions/subscription-history.ts'
import { refetchScope, useSubscriptions } from '../features/access/subscriptions/use-subscriptions.ts'
import { JoinedTeam } from '../features/access/team/joined-team.tsx'
import { NoTeam, TeamEnded, TeamFrozen } from '../features/access/team/no-team.tsx'
import { OwnTeam, teamHead } from '../features/access/team/own-team.tsx'
import { readTeamAgain, useTeam } from '../features/access/team/use-team.ts'
import { ActionToasts, showActionToast } from '../kit/ui/components/action-toast.tsx'
import { LoadFailure } from '../kit/ui/components/load-failure.tsx'
import { PageFrame, PageHeading } from '../kit/ui/components/page-frame.tsx'
import { useNow } from '../kit/ui/hooks/use-now.ts'
import { ForPerson } from './for-person.tsx'
import { PaidThanks } from './paid-thanks.tsx'

/** /team: the people one works with (spec §2 Team). */
export function TeamPage() {
  return (
    <PageFrame name="Команда" width="reading">
      <ForPerson
        why="Команда у каждого своя, поэтому странице нужно знать, кто вы."
        head={<PageHeading {...teamHead} />}
      >
        {(user) => <TeamOf key={user.id} user={user} />}
      </ForPerson>
      <ActionToasts />
    </PageFrame>
  )
}

function TeamOf({ user }: { user: User }) {
  return (
    <>
      {/* The bank may be slower than the browser: someone who paid becomes an owner while they are thanked, and the thanks stay. */}
      <PaidThanks />
      <TeamContent user={user} />
    </>
  )
}

function TeamContent({ user }: { user: User }) {
  const owns = mayAsk('teamOwner', rolesOf(user.role))
  const { team, error, retry } = useTeam()
  const { held, day } = useTeamSubscriptions(user.timeZone)
  const cache = useQueryClient()
  if (owns) {
    const ended = held.frozen.length > 0 ? <TeamFrozen /> : <TeamEnded />
    return <OwnTeam user={user} day={day} ended={ended} />
  }
  if (team === undefined) {
    return (
      <>
        <PageHeading {...teamHead} />
        {error ? (
          <LoadFailure title="Команда не загрузилась" error={error} onRetry={retry} variant="filled" />
        ) : (
          <Skeleton height={320} radius="lg" aria-busy="true" />
        )}
      </>
    )
  }
  if (team && !team.own) {
    const left = (): void => {
      showActionToast(`Вы больше не в команде «${team.owner.name}»`, null)
      readTeamAgain(cache)
      refetchScope(cache)
    }
    return <JoinedTeam team={team} myId={user.id} onLeft={left} />
  }
  return <NoTeam ended={held.over.length > 0} />
}

/** What the person bought for a team, and how they see a day. */
function useTeamSubscriptions(zone: string) {
  const { subscriptions = [] } = useSubscriptions()
  const now = useNow()
  return {
    held: subscriptionHistory(
      subscriptions.filter(({ Tariff }) => Tariff.type === 'team'),
      now,
    ),
    day: (at: string): string => shortDayInWords(at, now, zone),
  }
}

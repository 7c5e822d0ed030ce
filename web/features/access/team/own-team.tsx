import { Button, Skeleton } from '@mantine/core'
import { useFocusReturn } from '@mantine/hooks'
import { IconCrown, IconPlus } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import type { MembershipCard } from '../../../../contract/access/team.ts'
import type { User } from '../../../../contract/people/accounts.ts'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { LoadFailure } from '../../../kit/ui/components/load-failure.tsx'
import { PageHeading } from '../../../kit/ui/components/page-frame.tsx'
import { SettingsCard, SettingsNote, SettingsRow, StateMark } from '../../../kit/ui/components/settings-card.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import { OwnAction } from '../../../kit/ui/components/own-action.tsx'
import { useNow } from '../../../kit/ui/hooks/use-now.ts'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import { MemberRow } from './member-row.tsx'
import { inOrder } from './places-in-words.ts'
import { TeamClaim } from './team-claim.tsx'
import { TeamPlaces } from './team-places.tsx'
import { useMembershipCards } from './use-team.ts'

const InviteDialog = lazyNamed(() => import('./member-invite-dialog.tsx'), 'MemberInviteDialog')
const EditDialog = lazyNamed(() => import('./member-edit-dialog.tsx'), 'MemberEditDialog')
const DeleteDialog = lazyNamed(() => import('./member-delete-dialog.tsx'), 'MemberDeleteDialog')

type Open = { show: 'invite' } | { show: 'edit' | 'delete'; card: MembershipCard }

export const teamHead = {
  title: 'Команда',
  lead: 'Общая лента, заметки и фильтры: каждый входит под своим именем, и никто не отвечает дважды.',
}

export interface OwnTeamProps {
  user: User
  /** Writes a moment as a day. */
  day: (at: string) => string
  /** Stands in place of places while no team tariff runs. */
  ended: ReactNode
}

/** The owner's page: who is in the team, who is invited, how many places there are. */
export function OwnTeam({ user, day, ended }: OwnTeamProps) {
  const { cards, places, error, retry } = useMembershipCards()
  const [open, setOpen] = useState<Open | null>(null)
  const now = useNow()
  const close = (): void => setOpen(null)
  // A dialog gives the focus back when it closes, but not when it is taken away, as these are.
  useFocusReturn({ opened: open !== null })
  if (!cards || !places) {
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
  const edited = open !== null && open.show !== 'invite' ? cards.find(({ id }) => id === open.card.id) : null
  return (
    <>
      <PageHeading {...teamHead}>
        <OwnAction>
          <Button
            leftSection={<IconPlus size={17} aria-hidden="true" />}
            disabled={places.total === 0}
            onClick={() => setOpen({ show: 'invite' })}
          >
            Пригласить
          </Button>
        </OwnAction>
      </PageHeading>
      <TeamPlaces places={places} cards={cards} now={now} day={day} ended={ended} />
      {cards
        .filter(({ claimedBy }) => claimedBy !== null)
        .map((card) => (
          <TeamClaim key={card.id} card={card} />
        ))}
      <SettingsCard title="Участники">
        <Stack as="ul" gap={0} style={{ listStyle: 'none' }}>
          <OwnerRow user={user} />
          {inList(cards).map((card) => (
            <MemberRow
              key={card.id}
              card={card}
              zone={user.timeZone}
              now={now}
              day={day}
              onEdit={() => setOpen({ show: 'edit', card })}
              onDelete={() => setOpen({ show: 'delete', card })}
            />
          ))}
        </Stack>
        {cards.length === 0 && places.total !== 0 && (
          <SettingsNote>
            Пока вы здесь одни. Пригласите коллег: они увидят вашу ленту, и каждое сообщение достанется кому-то одному.
          </SettingsNote>
        )}
      </SettingsCard>
      <LazyBoundary>
        {open?.show === 'invite' && <InviteDialog onClose={close} />}
        {open?.show === 'edit' && <EditDialog card={edited ?? open.card} onClose={close} />}
        {open?.show === 'delete' && <DeleteDialog card={edited ?? open.card} onClose={close} />}
      </LazyBoundary>
    </>
  )
}

/** Who is in, in the order of their places; then who is invited, then who refused. */
function inList(cards: readonly MembershipCard[]): MembershipCard[] {
  const of = (status: MembershipCard['status']): MembershipCard[] => cards.filter((card) => card.status === status)
  return [...inOrder(cards), ...of('pending'), ...of('rejected')]
}

function OwnerRow({ user: { username, email } }: { user: User }) {
  return (
    <SettingsRow
      as="li"
      icon={<IconCrown size={20} stroke={1.7} />}
      title={username}
      mark={<StateMark tone="good">Владелец</StateMark>}
    >
      {email !== null && <span>{email}</span>}
      <SettingsNote>Это вы. Может всё и платит за команду</SettingsNote>
    </SettingsRow>
  )
}

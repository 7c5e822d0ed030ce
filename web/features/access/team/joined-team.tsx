import { Button } from '@mantine/core'
import { useFocusReturn } from '@mantine/hooks'
import { IconCrown, IconUser } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { PageHeading } from '../../../kit/ui/components/page-frame.tsx'
import { SettingsCard, SettingsNote, SettingsRow, StateMark } from '../../../kit/ui/components/settings-card.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { OwnAction } from '../../../kit/ui/components/own-action.tsx'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import typography from '../../../kit/ui/typography.module.css'
import { myRightWords, rightTitles } from './card-in-words.ts'
import { TeamNotice } from './team-notice.tsx'
import type { Team } from './use-team.ts'

const LeaveDialog = lazyNamed(() => import('./team-leave-dialog.tsx'), 'TeamLeaveDialog')

export interface JoinedTeamProps {
  team: Team
  myId: number
  /** They are out of the team. */
  onLeft: () => void
}

/** A member's page: whose team it is, who else is in it, what one may do there. */
export function JoinedTeam({ team, myId, onLeft }: JoinedTeamProps) {
  const [leaving, setLeaving] = useState(false)
  useFocusReturn({ opened: leaving })
  const { owner, right, members } = team
  return (
    <>
      <PageHeading title="Команда" lead={`Вы в команде «${owner.name}».`}>
        <Row>
          <Button component={Link} to="/feed" variant="default">
            К ленте
          </Button>
          <OwnAction>
            <Button variant="default" onClick={() => setLeaving(true)}>
              Выйти из команды
            </Button>
          </OwnAction>
        </Row>
      </PageHeading>
      <TeamNotice team={team} />
      <SettingsCard title="Ваши права">
        <Stack gap={1}>
          <p>
            <b>{rightTitles[right]}.</b> {myRightWords[right]}
          </p>
          <p className={typography.note}>Права меняет владелец. Со своими подписками вы можете всё.</p>
        </Stack>
      </SettingsCard>
      <SettingsCard title="Кто в команде">
        <Stack as="ul" gap={0} style={{ listStyle: 'none' }}>
          {members.map((member) => (
            <SettingsRow
              key={member.id}
              as="li"
              icon={member.id === owner.id ? <IconCrown size={20} stroke={1.7} /> : <IconUser size={20} stroke={1.7} />}
              title={member.name}
              mark={member.id === myId ? <StateMark tone="good">Это вы</StateMark> : undefined}
            >
              <SettingsNote>{member.id === owner.id ? 'Владелец' : rightTitles[member.right]}</SettingsNote>
            </SettingsRow>
          ))}
        </Stack>
      </SettingsCard>
      <LazyBoundary>
        {leaving && (
          <LeaveDialog
            owner={owner.name}
            onLeft={() => {
              setLeaving(false)
              onLeft()
            }}
            onClose={() => setLeaving(false)}
          />
        )}
      </LazyBoundary>
    </>
  )
}

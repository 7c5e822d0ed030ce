import { Button, Skeleton } from '@mantine/core'
import { useFocusReturn } from '@mantine/hooks'
import { useState } from 'react'
import type { StaffMember } from '../../../../contract/office/staff.ts'
import { roleTitles } from '../../../../rules/role-titles.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { AdminFailure } from '../../../kit/ui/components/admin-failure.tsx'
import { Card } from '../../../kit/ui/components/card.tsx'
import { DataTable, type Column } from '../../../kit/ui/components/data-table.tsx'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { Moment } from '../../../kit/ui/components/moment.tsx'
import { StateMark } from '../../../kit/ui/components/settings-card.tsx'
import { Toolbar } from '../../../kit/ui/components/toolbar.tsx'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import typography from '../../../kit/ui/typography.module.css'
import classes from './staff-table.module.css'

const RolesDialog = lazyNamed(() => import('./staff-roles-dialog.tsx'), 'StaffRolesDialog')

/** Who works for the service, and as what. */
export function StaffTable({ zone }: { zone: string }) {
  const { data, error, refetch } = useCall('staff', 'listStaff', {}, { staleTime: 0 })
  const [opened, setOpened] = useState<StaffMember | 'new' | null>(null)
  // A dialog gives the focus back when it closes, but not when it is taken away, as this is.
  useFocusReturn({ opened: opened !== null })
  if (!data) {
    if (!error) return <Skeleton height={320} radius="lg" aria-busy="true" />
    return <AdminFailure error={error} onRetry={() => void refetch()} />
  }
  return (
    <>
      <Toolbar>
        <p className={typography.note}>
          Роль действует со следующего нажатия. Роли партнёра и владельца команды люди получают сами.
        </p>
        <Button onClick={() => setOpened('new')}>Дать роль</Button>
      </Toolbar>
      <Card aria-label="Сотрудники">
        <DataTable
          label="Сотрудники"
          columns={columnsIn(zone, data.secondFactorAsked)}
          rows={data.members}
          action={(member) => (
            <Button
              variant="default"
              size="xs"
              aria-label={`Изменить роли: ${member.email}`}
              onClick={() => setOpened(member)}
            >
              Изменить
            </Button>
          )}
        />
      </Card>
      <LazyBoundary>
        {opened !== null && <RolesDialog member={opened === 'new' ? null : opened} onClose={() => setOpened(null)} />}
      </LazyBoundary>
    </>
  )
}

const columnsIn = (zone: string, secondFactorAsked: boolean): Column<StaffMember>[] => [
  {
    title: 'Кто',
    show: ({ name, email }) => (
      <span className={classes.someone}>
        {name} <span className={typography.note}>{email}</span>
      </span>
    ),
  },
  { title: 'Роли', show: ({ roles }) => roles.map((role) => roleTitles[role]).join(', ') },
  {
    title: 'Двухфакторная защита',
    show: ({ secondFactor }) =>
      secondFactor ? (
        <StateMark tone="good">включена</StateMark>
      ) : (
        <StateMark tone={secondFactorAsked ? 'warn' : 'quiet'}>
          {secondFactorAsked ? 'выключена, роли не действуют' : 'выключена'}
        </StateMark>
      ),
  },
  { title: 'Был в сервисе', show: ({ seenAt }) => seenAt && <Moment at={seenAt} zone={zone} /> },
]

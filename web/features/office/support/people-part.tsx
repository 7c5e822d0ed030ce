import { Button, Drawer, Skeleton } from '@mantine/core'
import { useFocusReturn } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { PEOPLE_CAP, type FoundPerson, type InfoOf } from '../../../../contract/office/support.ts'
import { sumInWords } from '../../../../rules/money.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { breakpoints } from '../../../kit/ui/breakpoints.ts'
import { Card } from '../../../kit/ui/components/card.tsx'
import { DataTable, type Column } from '../../../kit/ui/components/data-table.tsx'
import { EmptyState } from '../../../kit/ui/components/empty-state.tsx'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { LoadFailure } from '../../../kit/ui/components/load-failure.tsx'
import { Moment } from '../../../kit/ui/components/moment.tsx'
import { Pager } from '../../../kit/ui/components/pager.tsx'
import { StateMark } from '../../../kit/ui/components/settings-card.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import { useAtLeast } from '../../../kit/ui/hooks/use-at-least.ts'
import { usePageNumber } from '../../../kit/ui/hooks/use-page-hash.ts'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import typography from '../../../kit/ui/typography.module.css'
import { plural } from '../../../../rules/plural.ts'
import { phoneInWords } from '../../../kit/ui/text/phone-in-words.ts'
import { runningInWords } from './in-words.ts'
import type { OpenPerson } from './open-person.ts'
import { PeopleFiltersBar } from './people-filters.tsx'
import classes from './support.module.css'
import { useDesk, type Desk } from './use-desk.ts'
import { useDeskKeys } from './use-desk-keys.ts'

const ActionDialog = lazyNamed(() => import('./action-dialog.tsx'), 'ActionDialog')
const PersonCard = lazyNamed(() => import('./person-card.tsx'), 'PersonCard')

export interface PeoplePartProps {
  zone: string
  /** What else can be done for the open person: the page hands it in. */
  actions?: (person: OpenPerson) => ReactNode
}

/** People, and the one that is looked at beside them; below the width of two columns over them. */
export function PeoplePart({ zone, actions }: PeoplePartProps) {
  const desk = useDesk()
  const wide = useAtLeast(breakpoints.wide)
  useDeskKeys(desk)
  useFocusBack(desk)
  const { user } = desk
  // Beside the card, which is drawn again in another place when the window becomes narrow: what is typed stays.
  const [helped, setHelped] = useState<InfoOf<'details'>['person'] | null>(null)
  useFocusReturn({ opened: helped !== null })
  const close = (): void => desk.go({ user: null })
  const card = user !== null && (
    <LazyBoundary waiting={<Skeleton height={480} radius="lg" aria-busy="true" />}>
      <PersonCard
        key={user}
        userId={user}
        zone={zone}
        desk={desk}
        actions={actions}
        onAct={setHelped}
        onClose={close}
      />
    </LazyBoundary>
  )
  return (
    <Stack>
      <PeopleFiltersBar filters={desk.filters} onChange={(filters) => desk.go({ filters }, { replace: true })} />
      <div className={classes.columns} data-open={(wide && user !== null) || undefined}>
        <People desk={desk} zone={zone} narrow={wide && user !== null} />
        {wide && card && (
          <aside className={classes.panel} aria-label="Карточка человека" data-desk-card>
            {card}
          </aside>
        )}
      </div>
      {!wide && (
        <Drawer.Root
          opened={user !== null}
          onClose={close}
          position="right"
          size={560}
          returnFocus={false}
          // The dialog has the keys, and lies over it also when the card comes after it.
          zIndex={199}
          closeOnEscape={helped === null}
          trapFocus={helped === null}
        >
          <Drawer.Overlay />
          <Drawer.Content aria-label="Карточка человека">
            <Drawer.Body>{card}</Drawer.Body>
          </Drawer.Content>
        </Drawer.Root>
      )}
      <LazyBoundary>{helped !== null && <ActionDialog person={helped} onClose={() => setHelped(null)} />}</LazyBoundary>
    </Stack>
  )
}

/** Anyone who closes a card goes on from the person it was of. */
function useFocusBack({ user }: Desk): void {
  const last = useRef(user)
  useEffect(() => {
    const before = last.current
    last.current = user
    if (before !== null && user === null)
      document.querySelector<HTMLElement>(`[data-person="${before}"]`)?.focus({ preventScroll: true })
  }, [user])
}

interface PeopleProps {
  desk: Desk
  zone: string
  /** A card stands beside it. */
  narrow: boolean
}

function People({ desk, zone, narrow }: PeopleProps) {
  const [page, write] = usePageNumber()
  const { filters } = desk
  const { data, error, refetch, isPlaceholderData } = useCall(
    'support',
    'listPeople',
    { page, filters },
    { placeholderData: keepPreviousData, staleTime: 0 },
  )
  if (!data) {
    return error ? (
      <LoadFailure title="Люди не загрузились" error={error} onRetry={() => void refetch()} variant="filled" />
    ) : (
      <Skeleton height={480} radius="lg" aria-busy="true" />
    )
  }
  const { docs, total, pages } = data
  return (
    <Stack gap={3} className={classes.list}>
      <p className={typography.note} role="status">
        {total > PEOPLE_CAP
          ? `Больше ${PEOPLE_CAP.toLocaleString('ru')} человек`
          : `${plural(total, ['Найден', 'Найдено', 'Найдено'])} ${total.toLocaleString('ru')} ${plural(total, ['человек', 'человека', 'человек'])}`}
      </p>
      {docs.length > 0 ? (
        <Card aria-label="Люди" className={classes.table} aria-busy={isPlaceholderData}>
          <DataTable
            label="Люди"
            columns={narrow ? narrowColumns(desk, zone) : columnsIn(desk, zone)}
            rows={docs}
            isOff={({ deletionAt }) => deletionAt !== null}
            isChosen={({ id }) => id === desk.user}
          />
        </Card>
      ) : (
        <EmptyState
          picture="nothing-fits"
          title={total > 0 ? 'На этой странице никого нет' : 'Никого не нашлось'}
          action={total > 0 ? <Button onClick={() => write(1, true)}>К первым</Button> : undefined}
        >
          {total > 0 ? undefined : 'Проверьте, нет ли опечатки, или уберите часть фильтров.'}
        </EmptyState>
      )}
      <Pager page={Math.min(page, pages)} pages={pages} reach={pages} />
    </Stack>
  )
}

const columnsIn = (desk: Desk, zone: string): Column<FoundPerson>[] => [
  ...narrowColumns(desk, zone),
  {
    title: 'Телефон',
    show: ({ phone }) => phone !== null && <span className={classes.whole}>{phoneInWords(phone)}</span>,
  },
  { title: 'Регистрация', show: ({ createdAt }) => <Moment at={createdAt} zone={zone} /> },
]

const narrowColumns = (desk: Desk, zone: string): Column<FoundPerson>[] => [
  { title: 'Человек', show: (person) => <Who person={person} desk={desk} /> },
  { title: 'Подписки', show: ({ running }) => runningInWords(running, zone) || null },
  { title: 'Оплатил', show: ({ paid }) => (paid > 0 ? sumInWords(paid) : null), numbers: true },
  { title: 'Визит', show: ({ lastSeenAt }) => lastSeenAt !== null && <Moment at={lastSeenAt} zone={zone} short /> },
]

function Who({
  person: { id, username, email, emailApprove, deletionAt, team },
  desk,
}: {
  person: FoundPerson
  desk: Desk
}) {
  return (
    <Stack gap={0}>
      <Link
        to={desk.linkTo({ user: id })}
        className={`${typography.link} ${classes.who}`}
        aria-current={id === desk.user ? 'true' : undefined}
        data-person={id}
      >
        {username === '' ? `Человек № ${id}` : username}
      </Link>
      <span className={classes.marks}>
        <span>
          <span className={typography.note}>№ {id}</span> <span className={classes.email}>{email ?? 'без email'}</span>
        </span>
        {email !== null && !emailApprove && <StateMark tone="quiet">email не подтверждён</StateMark>}
        {team !== null && <StateMark tone="quiet">{team === 'owner' ? 'владелец команды' : 'в команде'}</StateMark>}
        {deletionAt !== null && <StateMark tone="warn">удаляется</StateMark>}
      </span>
    </Stack>
  )
}

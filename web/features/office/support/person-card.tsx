import { Button, Skeleton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { personPlaces, type InfoOf } from '../../../../contract/office/support.ts'
import { rolesOf } from '../../../../rules/roles.ts'
import { roleTitles } from '../../../../rules/role-titles.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import icons from '../../../kit/ui/components/icon-button.module.css'
import { LoadFailure } from '../../../kit/ui/components/load-failure.tsx'
import { StateMark } from '../../../kit/ui/components/settings-card.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { phoneInWords } from '../../../kit/ui/text/phone-in-words.ts'
import typography from '../../../kit/ui/typography.module.css'
import { dayInDigits, placeTitles } from './in-words.ts'
import type { OpenPerson } from './open-person.ts'
import { PersonPlaceList } from './person-places.tsx'
import classes from './support.module.css'
import type { Desk } from './use-desk.ts'

type Person = InfoOf<'details'>['person']

export interface PersonCardProps {
  userId: number
  zone: string
  desk: Desk
  actions: ((person: OpenPerson) => ReactNode) | undefined
  /** Something is to be done for them. */
  onAct: (person: Person) => void
  onClose: () => void
}

/** One person: who they are, what can be done for them, and lists of all that is known. */
export function PersonCard({ userId, zone, desk, actions, onAct, onClose }: PersonCardProps) {
  const { data, error, refetch } = useCall(
    'support',
    'getPersonInfo',
    { action: 'view', user: userId, place: 'details' },
    { staleTime: 0 },
  )
  const close = (
    <button type="button" className={icons.button} aria-label="Закрыть карточку" onClick={onClose}>
      <IconX size={18} stroke={1.8} aria-hidden="true" />
    </button>
  )
  if (data?.info.place !== 'details') {
    return (
      <Stack className={classes.card}>
        <Row justify="flex-end">{close}</Row>
        {error ? (
          <LoadFailure title="Карточка не загрузилась" error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={320} aria-busy="true" />
        )}
      </Stack>
    )
  }
  const { person } = data.info
  return (
    <Stack gap={3} className={classes.card}>
      <PersonHead person={person} zone={zone} close={close} />
      <PersonActions person={person} actions={actions} onAct={onAct} />
      <Row as="nav" gap="tight" aria-label="Что показать">
        {personPlaces.map((place) => (
          <Link
            key={place}
            to={desk.linkTo({ place })}
            className={classes.place}
            aria-current={place === desk.place ? 'page' : undefined}
          >
            {placeTitles[place]}
          </Link>
        ))}
      </Row>
      <PersonPlaceList key={desk.place} person={person} zone={zone} place={desk.place} desk={desk} />
    </Stack>
  )
}

function PersonHead({ person, zone, close }: { person: Person; zone: string; close: ReactNode }) {
  const { id, username, email, emailApprove, phone, phoneApprove, role, deletionAt } = person
  return (
    <div>
      <Row gap={2} align="flex-start" justify="space-between" nowrap>
        <h2 className={classes.name}>{username === '' ? `Человек № ${id}` : username}</h2>
        {close}
      </Row>
      <ul className={classes.contacts}>
        <li className={typography.note}>№ {id}</li>
        <li>
          <span className={classes.email}>{email ?? 'без email'}</span>{' '}
          {email !== null && !emailApprove && <StateMark tone="warn">не подтверждён</StateMark>}
        </li>
        {phone !== null && (
          <li>
            {phoneInWords(phone)} {!phoneApprove && <StateMark tone="warn">не подтверждён</StateMark>}
          </li>
        )}
      </ul>
      <span className={classes.marks}>
        {rolesOf(role).map((each) => (
          <StateMark key={each} tone="quiet">
            {roleTitles[each].toLowerCase()}
          </StateMark>
        ))}
        {deletionAt !== null && <StateMark tone="warn">{`удаляется ${dayInDigits(deletionAt, zone)}`}</StateMark>}
      </span>
    </div>
  )
}

function PersonActions({ person, actions, onAct }: { person: Person } & Pick<PersonCardProps, 'actions' | 'onAct'>) {
  const { id, username, changeable } = person
  if (!changeable) return <p className={typography.note}>Аккаунты сотрудников, и свой тоже, поддержка не меняет.</p>
  return (
    <Row>
      <Button size="sm" onClick={() => onAct(person)}>
        Выполнить действие
      </Button>
      {actions?.({ id, name: username, changeable })}
    </Row>
  )
}

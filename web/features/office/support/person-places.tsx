import { Skeleton, TextInput } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { placesInTime, type InfoOf, type PersonInfo, type PersonPlace } from '../../../../contract/office/support.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { FieldPair } from '../../../kit/ui/components/field-pair.tsx'
import { LoadFailure } from '../../../kit/ui/components/load-failure.tsx'
import { Pager } from '../../../kit/ui/components/pager.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import { usePageNumber } from '../../../kit/ui/hooks/use-page-hash.ts'
import typography from '../../../kit/ui/typography.module.css'
import { PERSON_LIST } from './desk-address.ts'
import { LetterLine, LogEntryLine, ProductLine, PurchaseLine, SessionLine, SubscriptionLine } from './person-lines.tsx'
import { DetailFacts, PartnerFacts, TeamFacts } from './person-facts.tsx'
import classes from './support.module.css'
import type { Desk } from './use-desk.ts'

const LIMIT = 20

export interface PersonPlaceProps {
  person: InfoOf<'details'>['person']
  zone: string
  place: PersonPlace
  desk: Desk
}

/** One of the lists about a person, bounded by days where it goes by time. */
export function PersonPlaceList({ person, zone, place, desk }: PersonPlaceProps) {
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [page] = usePageNumber(PERSON_LIST)
  const period = { ...(from !== '' && { from }), ...(to !== '' && { to }) }
  const inTime = placesInTime.some((each) => each === place)
  const { data, error, refetch } = useCall(
    'support',
    'getPersonInfo',
    {
      action: 'view',
      user: person.id,
      place,
      ...(page > 1 && { page }),
      ...(place !== 'details' && { limit: LIMIT }),
      ...((from !== '' || to !== '') && { period }),
    },
    { placeholderData: keepPreviousData, staleTime: 0 },
  )
  return (
    <Stack gap={3}>
      {inTime && (
        <FieldPair>
          <TextInput
            type="date"
            size="sm"
            label="С какого дня"
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <TextInput
            type="date"
            size="sm"
            label="По какой день"
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
        </FieldPair>
      )}
      {data ? (
        <>
          {drawPlace(data.info, { person, zone, desk, bounded: from !== '' || to !== '' })}
          {'docs' in data.info && (
            <Pager
              list={PERSON_LIST}
              page={Math.min(page, data.info.pages)}
              pages={data.info.pages}
              reach={data.info.pages}
            />
          )}
        </>
      ) : error ? (
        <LoadFailure error={error} onRetry={() => void refetch()}>
          Список не загрузился.
        </LoadFailure>
      ) : (
        <Skeleton height={200} aria-busy="true" />
      )}
    </Stack>
  )
}

interface Drawn extends Omit<PersonPlaceProps, 'place'> {
  bounded: boolean
}

function drawPlace(info: PersonInfo, { person, zone, desk, bounded }: Drawn): ReactNode {
  const none = (words: string): ReactNode => (
    <p className={typography.muted}>{bounded ? 'За эти дни ничего нет.' : words}</p>
  )
  switch (info.place) {
    case 'details':
      return <DetailFacts person={info.person} zone={zone} desk={desk} />
    case 'team':
      return <TeamFacts team={info} zone={zone} desk={desk} />
    case 'partner':
      return <PartnerFacts info={info} zone={zone} desk={desk} />
    case 'subscriptions':
      return info.docs.length === 0
        ? none('Подписок нет и не было.')
        : lines('Подписки', info.docs, (held) => <SubscriptionLine held={held} zone={zone} />)
    case 'purchases':
      return info.docs.length === 0
        ? none('Заказов не было.')
        : lines('Покупки', info.docs, (purchase) => <PurchaseLine purchase={purchase} zone={zone} />)
    case 'sessions':
      return info.docs.length === 0
        ? none('Входов не было.')
        : lines('Входы', info.docs, (session) => <SessionLine session={session} zone={zone} />)
    case 'products':
      return info.docs.length === 0
        ? none('Ни проектов, ни групп нет.')
        : lines('Проекты и группы', info.docs, (product) => <ProductLine product={product} zone={zone} />)
    case 'letters':
      return info.docs.length === 0
        ? none('Писем не было: они хранятся месяц.')
        : lines('Письма', info.docs, (letter) => <LetterLine letter={letter} zone={zone} />)
    case 'log':
      return info.docs.length === 0
        ? none('В журнале ничего нет.')
        : lines('Журнал', info.docs, (line) => <LogEntryLine line={line} userId={person.id} zone={zone} />)
  }
}

function lines<Doc extends { id: number | string }>(
  label: string,
  docs: readonly Doc[],
  draw: (doc: Doc) => ReactNode,
): ReactNode {
  return (
    <ul className={classes.lines} aria-label={label}>
      {docs.map((doc) => (
        <li key={doc.id} className={classes.line}>
          {draw(doc)}
        </li>
      ))}
    </ul>
  )
}

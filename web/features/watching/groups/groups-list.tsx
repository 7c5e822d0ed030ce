import { NativeSelect, Skeleton } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { groupPageSizes, groupSorts, type Group } from '../../../../contract/watching/groups.ts'
import { networks, networkTitles } from '../../../../contract/networks.ts'
import { plural } from '../../../../rules/plural.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { EmptyState } from '../../../kit/ui/components/empty-state.tsx'
import { LoadFailure } from '../../../kit/ui/components/load-failure.tsx'
import { Pager } from '../../../kit/ui/components/pager.tsx'
import { SearchField } from '../../../kit/ui/components/search-field.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { GroupRow } from './group-row.tsx'
import { groupsAddress, readAskedGroups, type AskedGroups } from './groups-address.ts'
import classes from './groups-list.module.css'
import { useWhichList } from './which-list.ts'

const sortTitles: Record<(typeof groupSorts)[number], [asc: string, desc: string]> = {
  createdAt: ['Сначала старые', 'Сначала новые'],
  name: ['По имени, А–Я', 'По имени, Я–А'],
  followerCount: ['Меньше подписчиков', 'Больше подписчиков'],
  messageCount: ['Меньше сообщений', 'Больше сообщений'],
}
const sortOptions = groupSorts.flatMap((sort) =>
  (['desc', 'asc'] as const).map((order) => ({
    value: `${sort} ${order}`,
    label: sortTitles[sort][order === 'asc' ? 0 : 1],
  })),
)
/** Any page may be gone to. */
const REACH = 100_000

export interface GroupsListProps {
  zone: string
  feedOf: (group: Group) => string
  /** Stands in place of an empty list, above the examples. */
  empty: ReactNode
}

export function GroupsList({ zone, feedOf, empty }: GroupsListProps) {
  const { search: query } = useLocation()
  const navigate = useNavigate()
  const asked = readAskedGroups(query)
  const [typed, setTyped] = useState(asked.search)
  const go = (to: Partial<AskedGroups>): void => {
    // To the address as it is: what was chosen a moment ago may not be drawn yet.
    const now = readAskedGroups(window.location.search)
    void navigate({ search: groupsAddress({ ...now, page: 1, ...to }) }, { replace: true })
  }
  const find = useDebouncedCallback((text: string) => go({ search: text.trim() }), 250)
  const { search, network, team: _, ...rest } = asked
  const { of } = useWhichList()
  const { data, error, refetch, isPlaceholderData } = useCall(
    'groups',
    'listGroups',
    { ...of, ...rest, ...(search !== '' && { search }), ...(network !== null && { network }) },
    { placeholderData: keepPreviousData },
  )
  if (error && !data) {
    return <LoadFailure title="Список не загрузился" error={error} onRetry={() => void refetch()} />
  }
  if (!data) {
    return (
      <Stack gap={2} className={classes.list} aria-busy="true">
        {[1, 2, 3].map((each) => (
          <Skeleton key={each} height={68} radius="md" />
        ))}
      </Stack>
    )
  }
  const narrowed = search !== '' || network !== null || typed !== ''
  if (data.total === 0 && !narrowed && !isPlaceholderData)
    return (
      <Empty demo={data.demo} zone={zone}>
        {empty}
      </Empty>
    )
  return (
    <>
      <ListTools
        asked={asked}
        typed={typed}
        total={data.total}
        onType={(text) => {
          setTyped(text)
          find(text)
        }}
        onChange={go}
      />
      {data.groups.length === 0 ? (
        <EmptyState picture="nothing-fits" title={narrowed ? 'Ничего не нашлось' : 'На этой странице пусто'}>
          {narrowed ? 'Попробуйте другое имя или другую сеть.' : 'Вернитесь к первой странице списка.'}
        </EmptyState>
      ) : (
        <Stack as="ul" gap={2} className={classes.list} aria-busy={isPlaceholderData}>
          {data.groups.map((group) => (
            <GroupRow key={group.id} group={group} zone={zone} feed={feedOf(group)} />
          ))}
        </Stack>
      )}
      <Row gap={[2, 4]} align="center" justify="space-between" className={classes.foot}>
        <Pager page={data.page} pages={data.pages} reach={REACH} inQuery />
        <PageSize asked={asked} onChange={go} />
      </Row>
    </>
  )
}

interface AskedProps {
  asked: AskedGroups
  onChange: (to: Partial<AskedGroups>) => void
}

interface ListToolsProps extends AskedProps {
  /** What is searched for a moment after the last letter. */
  typed: string
  total: number
  onType: (text: string) => void
}

/** What narrows the list, and its order. */
function ListTools({ asked, typed, total, onType, onChange }: ListToolsProps) {
  return (
    <Row gap={[2, 3]} align="center">
      <SearchField label="Поиск по имени" placeholder="Имя группы" value={typed} onChange={onType} />
      <NativeSelect
        className={classes.choice}
        aria-label="Сеть"
        value={asked.network ?? ''}
        data={[
          { value: '', label: 'Все сети' },
          ...networks.filter((each) => each !== 'mixed').map((each) => ({ value: each, label: networkTitles[each] })),
        ]}
        onChange={(event) => onChange({ network: networks.find((each) => each === event.currentTarget.value) ?? null })}
      />
      <NativeSelect
        className={classes.choice}
        aria-label="Порядок"
        value={`${asked.sort} ${asked.order}`}
        data={sortOptions}
        onChange={(event) => {
          const [sort, order] = event.currentTarget.value.split(' ')
          onChange({
            sort: groupSorts.find((each) => each === sort) ?? 'createdAt',
            order: order === 'asc' ? 'asc' : 'desc',
          })
        }}
      />
      <span className={classes.note} role="status">
        {total.toLocaleString('ru')} {plural(total, ['группа', 'группы', 'групп'])}
      </span>
    </Row>
  )
}

function PageSize({ asked, onChange }: AskedProps) {
  return (
    <NativeSelect
      aria-label="Групп на странице"
      size="xs"
      value={String(asked.limit)}
      data={groupPageSizes.map((size) => ({ value: String(size), label: `По ${size}` }))}
      onChange={(event) =>
        onChange({ limit: groupPageSizes.find((size) => String(size) === event.currentTarget.value) ?? 20 })
      }
    />
  )
}

/** What a list may look like, for anyone who has none yet. */
function Empty({ demo, zone, children }: { demo: readonly Group[]; zone: string; children: ReactNode }) {
  return (
    <>
      {children}
      {demo.length > 0 && (
        <Stack as="section" gap={3} aria-labelledby="demo-groups">
          <h2 id="demo-groups" className={classes.subtitle}>
            Так выглядит список
          </h2>
          <Stack as="ul" gap={2} className={classes.list}>
            {demo.map((group) => (
              <GroupRow key={group.icGroup} group={group} zone={zone} feed={null} />
            ))}
          </Stack>
        </Stack>
      )}
    </>
  )
}

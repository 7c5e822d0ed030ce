import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { IconRefresh } from '@tabler/icons-react'
import type { NamedPerson } from '../../../../../contract/reading/lead-mark.ts'
import { leadStatuses, type Lead, type LeadStatus } from '../../../../../contract/reading/leads.ts'
import { leadStatusTitles } from '../../../../../rules/lead-words.ts'
import { plural } from '../../../../../rules/plural.ts'
import { useAfterReconnect } from '../../../../kit/live/use-after-reconnect.ts'
import { mediaNames } from '../../../../kit/ui/breakpoints.ts'
import { ChoiceChips } from '../../../../kit/ui/components/choice-chips.tsx'
import { Stack } from '../../../../kit/ui/components/stack.tsx'
import { readBoardAgain, useBoardNews } from './board-cache.ts'
import { BoardColumns, NewList } from './board-columns.tsx'
import { areNewFromFeed, belongs } from './board-question.ts'
import type { AskedLeads } from './leads-address.ts'
import classes from './leads-board.module.css'
import { LeadsTable } from './leads-table.tsx'
import { useColumn, type BoardColumn } from './use-column.ts'
import type { BoardItem, LeadMoves } from './use-lead-moves.ts'

export interface LeadsBoardProps {
  asked: AskedLeads
  change: (changes: Partial<AskedLeads>) => void
  /** Of each status, and of what was won in kopecks; null while they are not known. */
  counts: { status: Record<LeadStatus, number>; sum: number } | null
  me: NamedPerson
  people: readonly NamedPerson[]
  zone: string
  moves: LeadMoves
  mayWork: (item: BoardItem) => boolean
  onOpen: (item: BoardItem) => void
}

/** The leads that were asked for, in columns or one under another, each change of others in its place. */
export function LeadsBoard(props: LeadsBoardProps) {
  const { asked, change, counts, me } = props
  const cache = useQueryClient()
  const narrow = useMediaQuery(mediaNames['--phone'] ?? '', undefined, { getInitialValueInEffect: false })
  useAfterReconnect(() => readBoardAgain(cache))
  const chosen = asked.status ?? (asked.list === 'stale' ? 'new' : 'inWork')
  const single = asked.list === 'stale' ? 'new' : narrow && asked.view === 'board' ? chosen : null
  const columns = useColumns(asked, single)
  const news = useOutOfPlace(asked, columns, me.id)
  const fromFeed = areNewFromFeed(asked)
  const inColumns = asked.list === 'all'
  return (
    <Stack gap={3}>
      {news > 0 && (
        <Button
          variant="light"
          size="sm"
          className={classes.news}
          leftSection={<IconRefresh size={16} stroke={1.8} aria-hidden="true" />}
          onClick={() => readBoardAgain(cache)}
        >
          {news} {plural(news, ['лид изменился', 'лида изменились', 'лидов изменились'])} — показать
        </Button>
      )}
      {asked.list !== 'stale' && (asked.view === 'list' || narrow) && (
        <Statuses asked={asked} counts={counts} shown={asked.view === 'list' ? asked.status : chosen} change={change} />
      )}
      {asked.view === 'list' && asked.list !== 'stale' && !(asked.status === 'new' && fromFeed) ? (
        <LeadsTable {...props} onMove={props.moves.move} />
      ) : asked.view === 'list' ? (
        columns[0] && <NewList {...props} column={columns[0]} moving={props.moves.moving} onMove={props.moves.move} />
      ) : (
        <BoardColumns
          {...props}
          columns={columns}
          counts={inColumns && counts ? withoutNew(counts.status, fromFeed) : {}}
          sum={inColumns && counts ? counts.sum : null}
        />
      )}
    </Stack>
  )
}

/** What the feed holds, the column counts itself. */
function withoutNew(counts: Record<LeadStatus, number>, fromFeed: boolean): Partial<Record<LeadStatus, number>> {
  const { new: touched, ...others } = counts
  return fromFeed ? others : { ...others, new: touched }
}

/** @param single the only one that is shown; null: all, or of a list none but the messages that are new leads */
function useColumns(asked: AskedLeads, single: LeadStatus | null): BoardColumn[] {
  const on = (status: LeadStatus): boolean =>
    asked.view === 'list'
      ? status === (single ?? asked.status) && status === 'new'
      : single === null || single === status
  const columns = {
    new: useColumn(asked, 'new', on('new')),
    inWork: useColumn(asked, 'inWork', on('inWork')),
    answered: useColumn(asked, 'answered', on('answered')),
    won: useColumn(asked, 'won', on('won')),
    lost: useColumn(asked, 'lost', on('lost')),
  }
  return leadStatuses.filter(on).map((status) => columns[status])
}

/** How many leads that others changed do not stand where they belong. */
function useOutOfPlace(asked: AskedLeads, columns: readonly BoardColumn[], myId: number): number {
  const news = useBoardNews()
  if (asked.view === 'list') return 0
  const stands = ({ id, status }: Lead): boolean =>
    columns.some((column) => column.status === status && column.items?.some(({ lead }) => lead?.id === id))
  const isThere = ({ id }: Lead): boolean => columns.some(({ items }) => items?.some(({ lead }) => lead?.id === id))
  const isShown = ({ status }: Lead): boolean => status !== 'new' && columns.some((column) => column.status === status)
  return news.filter((lead) => !stands(lead) && (isThere(lead) || (isShown(lead) && belongs(lead, asked, myId)))).length
}

interface StatusesProps extends Pick<LeadsBoardProps, 'asked' | 'counts' | 'change'> {
  shown: LeadStatus | null
}

/** One status at a time: on a phone always, in a list when it is wanted. */
function Statuses({ asked, counts, shown, change }: StatusesProps) {
  const numbers = counts && asked.list === 'all' ? withoutNew(counts.status, areNewFromFeed(asked)) : {}
  const options = leadStatuses.map((value) => ({
    value: value as LeadStatus | 'all',
    title: leadStatusTitles[value],
    count: numbers[value] ? String(numbers[value]) : null,
  }))
  return (
    <ChoiceChips
      label="Статус"
      options={asked.view === 'list' ? [{ value: 'all' as const, title: 'Любой статус' }, ...options] : options}
      value={shown ?? 'all'}
      onChange={(status) => change({ status: status === 'all' ? null : status })}
    />
  )
}

import { Button, Skeleton } from '@mantine/core'
import { leadStatusTitles } from '../../../../../rules/lead-words.ts'
import type { Lead } from '../../../../../contract/reading/leads.ts'
import { formatRoubles } from '../../../../../rules/money.ts'
import { DataTable, type Column } from '../../../../kit/ui/components/data-table.tsx'
import { EmptyState } from '../../../../kit/ui/components/empty-state.tsx'
import { LoadFailure } from '../../../../kit/ui/components/load-failure.tsx'
import { Moment } from '../../../../kit/ui/components/moment.tsx'
import { Stack } from '../../../../kit/ui/components/stack.tsx'
import typography from '../../../../kit/ui/typography.module.css'
import { reminderInWords } from '../card/reminder-times.ts'
import { leadsOf, useLeadPages } from './board-cache.ts'
import { leadQuestion } from './board-question.ts'
import type { BoardCallbacks } from './lead-card.tsx'
import { faceOf } from './lead-face.ts'
import { LeadMoveMenu } from './lead-move-menu.tsx'
import type { AskedLeads } from './leads-address.ts'
import classes from './leads-table.module.css'

export interface LeadsTableProps extends Pick<
  BoardCallbacks,
  'me' | 'people' | 'zone' | 'mayWork' | 'onOpen' | 'onMove'
> {
  asked: AskedLeads
}

/** The same leads one under another. */
export function LeadsTable({ asked, me, people, zone, mayWork, onOpen, onMove }: LeadsTableProps) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useLeadPages(
    leadQuestion(asked, asked.status),
  )
  const leads = leadsOf(data)
  if (!leads && error) return <LoadFailure title="Лиды не загрузились" error={error} onRetry={() => void refetch()} />
  if (!leads) return <Skeleton height={320} radius="lg" aria-busy="true" />
  if (leads.length === 0) return <NoLeads asked={asked} />
  const columns: Column<Lead>[] = [
    {
      title: 'Клиент',
      show: (lead) => (
        <span>
          <button
            type="button"
            className={`${typography.underlined} ${classes.client}`}
            onClick={() => onOpen({ lead })}
          >
            {faceOf({ lead }).name}
          </button>
          <span className={classes.text}>{lead.text}</span>
        </span>
      ),
    },
    { title: 'Статус', show: ({ status }) => leadStatusTitles[status] },
    { title: 'Ответственный', show: ({ assignee }) => assignee && (assignee.id === me.id ? 'вы' : assignee.name) },
    { title: 'Сумма', numbers: true, show: ({ sum }) => sum !== null && formatRoubles(sum) },
    { title: 'Напоминание', show: ({ remindAt }) => remindAt !== null && reminderInWords(remindAt, Date.now(), zone) },
    { title: 'Изменён', show: ({ updatedAt }) => <Moment at={updatedAt} zone={zone} /> },
  ]
  return (
    <Stack gap={3}>
      <DataTable
        label="Лиды"
        columns={columns}
        rows={leads}
        isOff={({ status }) => status === 'lost'}
        action={(lead) =>
          mayWork({ lead }) && (
            <LeadMoveMenu item={{ lead }} name={faceOf({ lead }).name} me={me} people={people} onMove={onMove} />
          )
        }
      />
      {hasNextPage && (
        <Button
          variant="default"
          className={classes.more}
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Показать ещё
        </Button>
      )}
    </Stack>
  )
}

function NoLeads({ asked: { list, find } }: { asked: AskedLeads }) {
  if (find.trim() !== '')
    return (
      <EmptyState picture="nothing-fits" title="Ничего не нашлось">
        Поиск смотрит на текст сообщения, имя автора и комментарии.
      </EmptyState>
    )
  if (list === 'due') return <EmptyState picture="quiet" title="Просроченных напоминаний нет" />
  if (list === 'forgotten')
    return (
      <EmptyState picture="quiet" title="Забытых лидов нет">
        Сюда попадает то, что больше суток в работе и без движения.
      </EmptyState>
    )
  return (
    <EmptyState picture="quiet" title="Здесь пока пусто">
      Лид появляется, когда сообщение берут в работу: в ленте или из «Новых».
    </EmptyState>
  )
}

import { Button, Skeleton } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import type { LeadStatus } from '../../../../../contract/reading/leads.ts'
import { leadStatusTitles } from '../../../../../rules/lead-words.ts'
import { formatRoubles } from '../../../../../rules/money.ts'
import { LoadFailure } from '../../../../kit/ui/components/load-failure.tsx'
import { Stack } from '../../../../kit/ui/components/stack.tsx'
import classes from './board-columns.module.css'
import { LeadCard, type BoardCallbacks } from './lead-card.tsx'
import { useBoardEvents } from './use-board-events.ts'
import type { BoardColumn } from './use-column.ts'
import { keyOfItem, type BoardItem, type LeadMoves } from './use-lead-moves.ts'

export interface BoardColumnsProps extends Omit<BoardCallbacks, 'onMove'> {
  columns: readonly BoardColumn[]
  /** How many stand in each, as the server counts; a column that counts itself is not among them. */
  counts: Partial<Record<LeadStatus, number>>
  /** Of what was won, in kopecks; null while no one knows. */
  sum: number | null
  moves: LeadMoves
}

/** The columns, between which cards are dragged, or sent by keys and by their menu. */
export function BoardColumns({ columns, counts, sum, moves, onOpen, ...shown }: BoardColumnsProps) {
  const board = useRef<HTMLDivElement>(null)
  const follow = useFollow(board, columns, moves.moving)
  useBoardEvents(board, {
    itemOf: (key) => itemIn(columns, key),
    onOpen,
    onMove(item, status, byKey) {
      if (!shown.mayWork(item)) return
      if (byKey) follow(item)
      moves.move(item, { status })
    },
  })
  return (
    <div ref={board} className={classes.board} data-single={columns.length === 1 || undefined}>
      {columns.map((column) => (
        <Column
          key={column.status}
          column={column}
          count={counts[column.status] ?? column.total}
          sum={column.status === 'won' ? sum : null}
          moving={moves.moving}
          onMove={moves.move}
          {...shown}
        />
      ))}
    </div>
  )
}

const itemIn = (columns: readonly BoardColumn[], key: string): BoardItem | undefined =>
  columns.flatMap(({ items = [] }) => items).find((item) => keyOfItem(item) === key)

interface ColumnProps extends ColumnItemsProps {
  count: number | null
  sum: number | null
}

function Column({ count, sum, ...items }: Omit<ColumnProps, 'className'>) {
  const { status, capped } = items.column
  const title = useId()
  return (
    <section className={classes.column} aria-labelledby={title} data-status={status}>
      <header className={classes.head}>
        <h2 id={title} className={classes.title}>
          {leadStatusTitles[status]}
        </h2>
        {count !== null && (
          <span className={classes.count}>
            {count.toLocaleString('ru')}
            {capped && '+'}
          </span>
        )}
        {sum !== null && sum > 0 && <span className={classes.sum}>{formatRoubles(sum)}</span>}
      </header>
      <ColumnItems {...items} className={classes.list} />
    </section>
  )
}

const empty: Record<LeadStatus, string> = {
  new: 'Горячих сообщений, которые никто не взял, сейчас нет.',
  inWork: 'Возьмите лид из «Новых» или в ленте, клавиша W.',
  answered: 'Сюда попадают лиды, на которые ответили.',
  won: 'Здесь будут сделки и их сумма.',
  lost: 'Здесь будут отказы.',
}

interface ColumnItemsProps extends Omit<BoardCallbacks, 'onOpen'> {
  column: BoardColumn
  moving: string | null
  className: string | undefined
}

function ColumnItems({ column, moving, className, ...callbacks }: ColumnItemsProps) {
  const { status, items, error, retry, more, loadingMore } = column
  if (error) return <LoadFailure error={error} onRetry={retry} size="sm" />
  if (!items) {
    return (
      <Stack gap={2} aria-busy="true">
        <Skeleton height={112} radius="md" />
        <Skeleton height={112} radius="md" />
      </Stack>
    )
  }
  if (items.length === 0) return <p className={classes.empty}>{empty[status]}</p>
  return (
    <>
      <ol className={className}>
        {items.map((item) => (
          <li key={keyOfItem(item)}>
            <LeadCard item={item} column={status} isMoving={moving === keyOfItem(item)} {...callbacks} />
          </li>
        ))}
      </ol>
      {more && (
        <Button variant="default" size="sm" fullWidth className={classes.more} loading={loadingMore} onClick={more}>
          Показать ещё
        </Button>
      )}
    </>
  )
}

interface NewListProps extends BoardCallbacks {
  column: BoardColumn
  moving: string | null
}

/** New ones are messages of the feed: in a list too they are cards. */
export function NewList({ onOpen, ...items }: NewListProps) {
  const list = useRef<HTMLDivElement>(null)
  useBoardEvents(list, {
    itemOf: (key) => itemIn([items.column], key),
    onOpen,
    onMove(item, status) {
      if (items.mayWork(item)) items.onMove(item, { status })
    },
  })
  return (
    <div ref={list} data-status={items.column.status}>
      <ColumnItems {...items} className={classes.wide} />
    </div>
  )
}

/** A card that was sent to another column by keys takes the focus along until it has come; what was new stands there as a lead. */
function useFollow(
  board: { current: HTMLElement | null },
  columns: readonly BoardColumn[],
  moving: string | null,
): (item: BoardItem) => void {
  const wanted = useRef<{ item: BoardItem; sent: boolean } | null>(null)
  useEffect(() => {
    if (!wanted.current) return
    const { item, sent } = wanted.current
    const messageId = item.message?.id ?? item.lead?.messageId
    const there = columns
      .flatMap(({ items = [] }) => items)
      .find((each) => (each.lead?.messageId ?? each.message?.id) === messageId)
    if (there && document.activeElement === document.body)
      board.current?.querySelector<HTMLElement>(`[data-board-item="${keyOfItem(there)}"]`)?.focus()
    wanted.current = sent && moving === null ? null : { item, sent: sent || moving !== null }
  })
  return (item) => {
    wanted.current = { item, sent: false }
  }
}

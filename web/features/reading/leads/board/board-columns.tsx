import { Button, Skeleton } from '@mantine/core'
import { useEffect, useId, useRef, useState, type DragEvent, type KeyboardEvent } from 'react'
import { leadStatuses, type LeadStatus } from '../../../../../contract/reading/leads.ts'
import { leadStatusTitles } from '../../../../../rules/lead-words.ts'
import { formatRoubles } from '../../../../../rules/money.ts'
import { LoadFailure } from '../../../../kit/ui/components/load-failure.tsx'
import { Stack } from '../../../../kit/ui/components/stack.tsx'
import classes from './board-columns.module.css'
import { LeadCard, type BoardCallbacks } from './lead-card.tsx'
import type { BoardColumn } from './use-column.ts'
import { keyOfItem, statusOfItem, type BoardItem, type LeadMoves } from './use-lead-moves.ts'

export interface BoardColumnsProps extends Omit<BoardCallbacks, 'onDrag' | 'onArrow' | 'onMove'> {
  columns: readonly BoardColumn[]
  /** How many stand in each, as the server counts; a column that counts itself is not among them. */
  counts: Partial<Record<LeadStatus, number>>
  /** Of what was won, in kopecks; null while no one knows. */
  sum: number | null
  moves: LeadMoves
}

/** The columns, between which cards are dragged, or sent by keys and by their menu. */
export function BoardColumns({ columns, counts, sum, moves, ...callbacks }: BoardColumnsProps) {
  const board = useRef<HTMLDivElement>(null)
  const [dragged, setDragged] = useState<BoardItem | null>(null)
  const follow = useFollow(board, columns)
  const step = (item: BoardItem, event: KeyboardEvent<HTMLElement>): void => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    event.preventDefault()
    if (by !== undefined && event.shiftKey) {
      const status = leadStatuses[leadStatuses.indexOf(statusOfItem(item)) + by]
      if (!status) return
      follow(item)
      moves.move(item, { status })
    } else goTo(event, by)
  }
  return (
    <div ref={board} className={classes.board} data-single={columns.length === 1 || undefined}>
      {columns.map((column) => (
        <Column
          key={column.status}
          column={column}
          count={counts[column.status] ?? column.total}
          sum={column.status === 'won' ? sum : null}
          dragged={dragged}
          moving={moves.moving}
          {...callbacks}
          onMove={moves.move}
          onDrag={setDragged}
          onArrow={step}
        />
      ))}
    </div>
  )
}

interface ColumnProps extends BoardCallbacks {
  column: BoardColumn
  count: number | null
  sum: number | null
  dragged: BoardItem | null
  moving: string | null
}

function Column({ column, count, sum, dragged, moving, ...callbacks }: ColumnProps) {
  const { status, capped } = column
  const title = useId()
  const [over, setOver] = useState(false)
  const takes = dragged !== null && statusOfItem(dragged) !== status
  const drop = (event: DragEvent<HTMLElement>): void => {
    setOver(false)
    if (!takes) return
    event.preventDefault()
    callbacks.onMove(dragged, { status })
  }
  return (
    <section
      className={classes.column}
      aria-labelledby={title}
      data-status={status}
      data-over={(over && takes) || undefined}
      onDragOver={(event) => {
        if (!takes) return
        event.preventDefault()
        if (!over) setOver(true)
      }}
      onDragLeave={(event) => {
        const { currentTarget, relatedTarget } = event
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
      }}
      onDrop={drop}
    >
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
      <ColumnItems column={column} moving={moving} className={classes.list} {...callbacks} />
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

export interface ColumnItemsProps extends BoardCallbacks {
  column: BoardColumn
  moving: string | null
  className: string | undefined
}

export function ColumnItems({ column, moving, className, ...callbacks }: ColumnItemsProps) {
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

const ITEM = '[data-board-item]'

/** The focus goes to the card over or under this one, or, with `by`, to the nearest one of the column beside. */
function goTo({ currentTarget, key }: KeyboardEvent<HTMLElement>, by: number | undefined): void {
  const column = currentTarget.closest('section')
  const cards = [...(column?.querySelectorAll<HTMLElement>(ITEM) ?? [])]
  const at = cards.indexOf(currentTarget)
  if (by === undefined) return void cards[at + (key === 'ArrowDown' ? 1 : -1)]?.focus()
  let beside = by < 0 ? column?.previousElementSibling : column?.nextElementSibling
  while (beside && !beside.querySelector(ITEM))
    beside = by < 0 ? beside.previousElementSibling : beside.nextElementSibling
  const others = [...(beside?.querySelectorAll<HTMLElement>(ITEM) ?? [])]
  others[Math.min(at, others.length - 1)]?.focus()
}

/** A card that was sent to another column by keys takes the focus along; what was new stands there as a lead, first of all. */
function useFollow(board: { current: HTMLElement | null }, columns: readonly BoardColumn[]): (item: BoardItem) => void {
  const wanted = useRef<BoardItem | null>(null)
  useEffect(() => {
    const item = wanted.current
    if (!item || document.activeElement !== document.body) return
    const messageId = item.message?.id ?? item.lead?.messageId
    const there = columns
      .flatMap(({ items = [] }) => items)
      .find((each) => (each.lead?.messageId ?? each.message?.id) === messageId)
    if (!there) return
    wanted.current = null
    board.current?.querySelector<HTMLElement>(`[data-board-item="${keyOfItem(there)}"]`)?.focus()
  })
  return (item) => {
    wanted.current = item
  }
}

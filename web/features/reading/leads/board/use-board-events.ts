/** What is pressed and dragged on the board: cards carry `data-board-item`, columns `data-status`. Everything that is dragged can be sent by keys. */
import { useEffect, useRef, type RefObject } from 'react'
import { leadStatuses, type LeadStatus } from '../../../../../contract/reading/leads.ts'
import { statusOfItem, type BoardItem } from './use-lead-moves.ts'

export interface BoardEvents {
  itemOf: (key: string) => BoardItem | undefined
  onOpen: (item: BoardItem) => void
  /** Into another column. */
  onMove: (item: BoardItem, status: LeadStatus, byKey: boolean) => void
}

const ITEM = '[data-board-item]'
const COLUMN = '[data-status]'

export function useBoardEvents(board: RefObject<HTMLElement | null>, events: BoardEvents): void {
  const last = useRef(events)
  useEffect(() => {
    last.current = events
  })
  useEffect(() => {
    const root = board.current
    if (!root) return
    const itemAt = (element: Element): BoardItem | undefined =>
      last.current.itemOf(element.closest<HTMLElement>(ITEM)?.dataset.boardItem ?? '')
    const stopDragging = listenToDragging(root, itemAt, (item, status) => last.current.onMove(item, status, false))
    const click = ({ target }: Event): void => {
      if (!(target instanceof Element) || target.closest('button, a') || document.getSelection()?.isCollapsed === false)
        return
      const item = itemAt(target)
      if (item) last.current.onOpen(item)
    }
    const press = (event: KeyboardEvent): void => {
      const { target, key, shiftKey } = event
      const item = target instanceof HTMLElement && target.matches(ITEM) ? itemAt(target) : undefined
      if (!item || event.ctrlKey || event.metaKey || event.altKey) return
      if (key === 'Enter') last.current.onOpen(item)
      if (!key.startsWith('Arrow')) return
      event.preventDefault()
      const by = { ArrowLeft: -1, ArrowRight: 1 }[key]
      if (by === undefined || !shiftKey) return goTo(target as HTMLElement, key, by)
      const status = leadStatuses[leadStatuses.indexOf(statusOfItem(item)) + by]
      if (status) last.current.onMove(item, status, true)
    }
    root.addEventListener('click', click)
    root.addEventListener('keydown', press)
    return () => {
      stopDragging()
      root.removeEventListener('click', click)
      root.removeEventListener('keydown', press)
    }
  }, [board])
}

/** @returns stops it */
function listenToDragging(
  root: HTMLElement,
  itemAt: (element: Element) => BoardItem | undefined,
  onDrop: (item: BoardItem, status: LeadStatus) => void,
): () => void {
  let dragged: BoardItem | null = null
  let over: HTMLElement | null = null
  const light = (column: HTMLElement | null): void => {
    if (column === over) return
    over?.removeAttribute('data-over')
    column?.setAttribute('data-over', '')
    over = column
  }
  /** The column under the mouse, if it is another one than the card's. */
  const columnAt = ({ target }: Event): HTMLElement | null => {
    const column = target instanceof Element ? target.closest<HTMLElement>(COLUMN) : null
    return dragged && column && column.dataset.status !== statusOfItem(dragged) ? column : null
  }
  const listeners: [string, (event: DragEvent) => void][] = [
    [
      'dragstart',
      (event) => {
        dragged = (event.target instanceof Element && itemAt(event.target)) || null
        if (event.dataTransfer) event.dataTransfer.effectAllowed = 'move'
      },
    ],
    [
      'dragover',
      (event) => {
        const column = columnAt(event)
        light(column)
        if (column) event.preventDefault()
      },
    ],
    [
      'drop',
      (event) => {
        const status = leadStatuses.find((each) => each === columnAt(event)?.dataset.status)
        if (!dragged || !status) return
        event.preventDefault()
        onDrop(dragged, status)
      },
    ],
    [
      'dragend',
      () => {
        dragged = null
        light(null)
      },
    ],
  ]
  for (const [name, listener] of listeners) root.addEventListener(name, listener as EventListener)
  return () => {
    for (const [name, listener] of listeners) root.removeEventListener(name, listener as EventListener)
  }
}

/** The focus goes to the card over or under this one, or, with `by`, to the nearest one of the column beside. */
function goTo(card: HTMLElement, key: string, by: number | undefined): void {
  const column = card.closest(COLUMN)
  const cards = [...(column?.querySelectorAll<HTMLElement>(ITEM) ?? [])]
  const at = cards.indexOf(card)
  if (by === undefined) return void cards[at + (key === 'ArrowDown' ? 1 : -1)]?.focus()
  const sibling = (element: Element | null | undefined) =>
    by < 0 ? element?.previousElementSibling : element?.nextElementSibling
  let beside = sibling(column)
  while (beside && !beside.querySelector(ITEM)) beside = sibling(beside)
  const others = [...(beside?.querySelectorAll<HTMLElement>(ITEM) ?? [])]
  others[Math.min(at, others.length - 1)]?.focus()
}

/** A card is gone to by Tab: set by script, as it is no control but holds some. */
export const makeStop = (card: HTMLElement | null): void => card?.setAttribute('tabindex', '0')

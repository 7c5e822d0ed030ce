import { useFocusReturn } from '@mantine/hooks'
import { useIsMutating } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useRef, useState, type RefObject } from 'react'
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import { LazyBoundary } from '../../../../kit/ui/components/lazy-boundary.tsx'
import type { CardSlots } from '../card/card-slots.ts'
import { lazyNamed } from '../../../../kit/ui/lazy-named.ts'
import classes from './feed-cards.module.css'
import { MessageCard } from '../card/message-card.tsx'
import { MessageSkeletons } from '../card/message-skeleton.tsx'
import { pressCardKey } from '../card-actions/press-card-key.ts'
import { useCardActions, type CardActions, type ShownCards } from '../card-actions/use-card-actions.ts'
import type { FeedQuestion } from './feed-question.ts'
import { AskedFailure } from '../detail/asked-failure.tsx'
import { useShownMessage } from '../detail/use-asked-message.ts'
import type { Detail } from '../detail/use-detail.ts'
import { useLooksAt } from '../card-actions/use-looks-at.ts'
import { useItemKeys } from '../card-actions/use-item-keys.ts'
import { useKeepFocus } from '../card-actions/use-keep-focus.ts'
import { useMarkViewedOnPress } from '../card-actions/use-mark-viewed-on-press.ts'
import { useMarkViewedOnScroll } from '../card-actions/use-mark-viewed-on-scroll.ts'
import { useOneStop } from '../card-actions/use-one-stop.ts'
import { useSelectedWord } from '../card-actions/use-selected-word.ts'

const CardKeysDialog = lazyNamed(() => import('../card-actions/card-keys-dialog.tsx'), 'CardKeysDialog')
const ChosenBar = lazyNamed(() => import('../card-actions/chosen-bar.tsx'), 'ChosenBar')
const DetailPanel = lazyNamed(() => import('../detail/detail-panel.tsx'), 'DetailPanel')
const StopWordPopover = lazyNamed(() => import('../card-actions/stop-word-popover.tsx'), 'StopWordPopover')

/** So many whole cards are more than a screen of a phone, which is to answer before the others are drawn. */
const FIRST = 6

export interface FeedCardsProps extends ShownCards {
  /** How the filter is asked for. */
  asked: FeedQuestion['ask']
  zone: string
  /** What lies above was not there when the feed was read the time before; null when this is the first time. */
  seenBefore: number | null
  /** Nothing is left to do with what stands on the page. */
  onWorkedThrough: () => void
}

/** The cards of a page, and all that can be done with them: by mouse, by finger, by keyboard, one by one and together. */
export function FeedCards(props: FeedCardsProps) {
  const { messages: all, asked, zone, seenBefore, turning, slots, onWorkedThrough } = props
  const list = useRef<HTMLOListElement>(null)
  const drawsAll = useDeferredValue(true, slots.density === 'compact')
  const cards = useCardActions(props)
  const { messages, chosen, door } = cards
  const { asking, detail } = useShownMessage(list, messages, cards.see)
  const { message: open } = detail
  const [help, setHelp] = useState(false)
  useFocusReturn({ opened: cards.isDialogOpen || help })
  useLooksAt(list, open?.id ?? null, slots.onLook)
  useListOf(list, cards, slots.viewedOnScroll === true)
  const press = (event: KeyboardEvent, item: HTMLElement | null, step: (by: number) => boolean): boolean =>
    pressCardKey(event, item, { cards, slots, onHelp: () => setHelp(true), step, onWorkedThrough })
  useItemKeys(list, {
    onKey: (event, item, step) => detail.pressKey(event, item) || press(event, item, step),
    onLeave: ({ dataset }) => cards.leave(Number(dataset.item)),
  })
  useWorkedThrough({
    left: cards.isAnyOpen || all.length === 0,
    gone: all.length - messages.length,
    // What came from the server meanwhile stands as lines, and its reader is done with it all the same.
    handled: props.fields.handled === 'hide' && messages.length > 0 && messages.every((message) => message.handled),
    onWorkedThrough,
  })

  return (
    <>
      <AskedFailure asking={asking} />
      <div className={classes.split} data-open={open !== null || undefined}>
        <ol
          ref={list}
          className={classes.list}
          data-density={slots.density}
          data-turning={turning || undefined}
          data-choosing={chosen.choosing || undefined}
        >
          {(drawsAll ? messages : messages.slice(0, FIRST)).map((message) => {
            const folded = cards.foldedOf(message)
            return (
              <li key={message.seqId}>
                <MessageCard
                  message={message}
                  zone={zone}
                  asked={asked}
                  fresh={seenBefore !== null && message.seqId > seenBefore}
                  slots={slots}
                  door={door}
                  chosen={chosen.ids.has(message.id)}
                  opened={open?.id === message.id}
                  folded={folded}
                  undoable={folded !== null && cards.isUndoable(message.id)}
                />
              </li>
            )
          })}
        </ol>
        <LazyBoundary>
          {open && (
            <OpenCard
              {...props}
              cards={cards}
              detail={detail}
              open={open}
              onKey={(event) => press(event, detail.cardOf(open), detail.step)}
            />
          )}
        </LazyBoundary>
      </div>
      {/* What comes next is on its way. */}
      {messages.length === 0 && all.length > 0 && <MessageSkeletons count={3} />}
      <LazyBoundary>
        <ChosenCards cards={cards} actions={slots.actions} />
      </LazyBoundary>
      <LazyBoundary>
        <ActionDialog cards={cards} />
        {help && <CardKeysDialog actions={slots.actions} onClose={() => setHelp(false)} />}
        <StopWord asked={asked} onStopWord={slots.onStopWord} />
      </LazyBoundary>
    </>
  )
}

/** What the list does by itself: it knows what was looked at, is one stop of Tab, and keeps the focus. */
function useListOf(
  list: RefObject<HTMLElement | null>,
  { door, order, comesBack }: CardActions,
  onScroll: boolean,
): void {
  useMarkViewedOnPress(list, door.seen)
  useMarkViewedOnScroll(list, onScroll, order, door.seen)
  useOneStop(list)
  useKeepFocus(list, order, comesBack)
}

/** What is done with several at once, while some are chosen or it is still being done. */
function ChosenCards({ cards, actions }: { cards: CardActions; actions: CardSlots['actions'] }) {
  const { chosen, work, messages, actOnChosen } = cards
  if (!chosen.choosing && !work) return null
  return (
    <ChosenBar
      count={chosen.ids.size}
      of={messages.length}
      actions={actions}
      work={work}
      onAct={actOnChosen}
      onAll={chosen.chooseAll}
      onClose={chosen.clear}
    />
  )
}

interface WorkOnPage {
  /** Is there a message with which something is left to do, or none at all? */
  left: boolean
  /** So many went from the page by what the reader did. */
  gone: number
  /** All that stands there is handled, and the view is one without what is handled. */
  handled: boolean
  onWorkedThrough: () => void
}

/** When the last message of the page has gone by what the reader did, and the server knows of it, the page turns by itself. */
function useWorkedThrough({ left, gone, handled, onWorkedThrough }: WorkOnPage): void {
  const sending = useIsMutating() > 0
  const [counted, setCounted] = useState({ gone, due: false })
  const due = left ? false : counted.due || handled || gone > counted.gone
  if (due !== counted.due || gone !== counted.gone) setCounted({ gone, due })
  const now = useRef(onWorkedThrough)
  useEffect(() => {
    now.current = onWorkedThrough
  })
  useEffect(() => {
    if (due && !sending) now.current()
  }, [due, sending])
}

interface OpenCardProps extends Pick<FeedCardsProps, 'asked' | 'zone' | 'slots'> {
  cards: CardActions
  detail: Detail
  open: FeedMessage
  onKey: (event: KeyboardEvent) => boolean
}

/** One message whole, beside the list or over it. */
function OpenCard({ asked, zone, slots, cards, detail, open, onKey }: OpenCardProps) {
  return (
    <DetailPanel
      detail={detail}
      asked={asked}
      zone={zone}
      slots={slots}
      folded={cards.foldedOf(open)}
      onTakeBack={cards.isUndoable(open.id) ? () => cards.door.takeBack(open) : null}
      onAct={cards.act}
      perform={(action, message) => cards.perform(action, [message])}
      onKey={onKey}
    />
  )
}

function ActionDialog({ cards: { dialog, perform, closeDialog } }: { cards: CardActions }) {
  if (!dialog) return null
  const { Dialog, target } = dialog
  return <Dialog message={target} perform={(action) => perform(action, [target])} onClose={closeDialog} />
}

interface StopWordProps extends Pick<FeedCardsProps, 'asked'> {
  onStopWord: CardSlots['onStopWord']
}

/** Offers a word that was selected in a message as a stop word of what is read. */
function StopWord({ asked, onStopWord }: StopWordProps) {
  const [selected, forgetSelected] = useSelectedWord(onStopWord !== undefined)
  if (!selected || !onStopWord) return null
  return (
    <StopWordPopover
      key={selected.word}
      selected={selected}
      asked={asked}
      onClose={forgetSelected}
      onAdd={(word) => {
        forgetSelected()
        document.getSelection()?.removeAllRanges()
        onStopWord(word)
      }}
    />
  )
}

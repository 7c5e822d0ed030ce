import { useFocusReturn } from '@mantine/hooks'
import { IconSquareCheck } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import type { FilterFields } from '../../../../../contract/reading/filters.ts'
import type { CardAction } from '../../../../kit/actions/card-action.ts'
import { LazyBoundary } from '../../../../kit/ui/components/lazy-boundary.tsx'
import { isWebAddress } from '../../../../kit/ui/components/outer-link.tsx'
import type { CardSlots } from '../card/card-slots.ts'
import { chooseRange, keepOnPage, nothingChosen, toggleCard, type Chosen } from '../card-actions/choose-cards.ts'
import { ChosenBar } from '../card-actions/chosen-bar.tsx'
import { lazyNamed } from '../../../../kit/ui/lazy-named.ts'
import classes from './feed-cards.module.css'
import { MessageCard, type CardCallbacks } from '../card/message-card.tsx'
import type { Cards, RemovedBy } from '../card/patch-message.ts'
import { useUndoableActions, type UndoableActions } from '../card-actions/use-undoable-actions.ts'
import type { FeedQuestion } from './feed-question.ts'
import { useItemKeys } from '../card-actions/use-item-keys.ts'
import { useMarkViewedOnPress } from '../card-actions/use-mark-viewed-on-press.ts'
import { useMarkViewedOnScroll } from '../card-actions/use-mark-viewed-on-scroll.ts'
import { useSelectedWord } from '../card-actions/use-selected-word.ts'
import { collapsedReason } from '../card/collapsed-reason.ts'

const CardKeysDialog = lazyNamed(() => import('../card-actions/card-keys-dialog.tsx'), 'CardKeysDialog')
const StopWordPopover = lazyNamed(() => import('../card-actions/stop-word-popover.tsx'), 'StopWordPopover')

type HidingFields = Pick<FilterFields, 'spam' | 'onlyBlackList'>

export interface FeedCardsProps extends Cards {
  /** What of the filter a reader's own deeds may make a message miss. */
  fields: HidingFields
  /** How the filter is asked for. */
  asked: FeedQuestion['ask']
  /** The saved filter; null for one that is not saved. */
  filterId: number | null
  zone: string
  /** What lies above was not there when the feed was read the time before; null when this is the first time. */
  seenBefore: number | null
  /** Another page is on its way. */
  turning: boolean
  slots: CardSlots
}

/** The cards of a page, and all that can be done with them: by mouse, by finger, by keyboard, one by one and together. */
export function FeedCards({
  messages,
  removed,
  fields,
  asked,
  filterId,
  zone,
  seenBefore,
  turning,
  slots,
}: FeedCardsProps) {
  const list = useRef<HTMLOListElement>(null)
  // What is still on the screen while another filter is asked for was read by the one before.
  const [readBy, setReadBy] = useState(fields)
  if (!turning && readBy !== fields) setReadBy(fields)
  const deeds = useUndoableActions()
  const order = useMemo(() => messages.map(({ id }) => id), [messages])
  const [chosenBefore, setChosen] = useState<Chosen>(nothingChosen)
  const chosen = keepOnPage(chosenBefore, order)
  const [choosing, setChoosing] = useState(false)
  const [dialog, setDialog] = useState<{ action: CardAction; message: FeedMessage } | null>(null)
  const [help, setHelp] = useState(false)
  const [selected, forgetSelected] = useSelectedWord(slots.onStopWord !== undefined && filterId !== null)
  useFocusReturn({ opened: dialog !== null || help })

  const { perform, done, takeBackLast, work } = deeds
  const clearChoice = (): void => {
    setChosen(nothingChosen)
    setChoosing(false)
  }
  const act = (message: FeedMessage, action: CardAction): void => {
    if (action.may?.(message) === false) return
    if (action.Dialog) setDialog({ action, message })
    else if (action.deed) perform(action.deed(message), [message])
  }
  const actOnChosen = ({ many, may }: CardAction): void => {
    const those = messages.filter(
      (message) => chosen.ids.has(message.id) && (may?.(message) ?? true) && !foldedOf(message),
    )
    if (!many || those.length === 0) return
    clearChoice()
    perform(many.action, those)
  }
  const foldedOf = (message: FeedMessage): string | null => sentenceOfFold(message, readBy, removed?.[message.id], done)
  const byId = (id: number): FeedMessage | undefined => messages.find((message) => message.id === id)
  const see = (message: FeedMessage | undefined): void => {
    if (message && !message.viewed && slots.markViewed) perform(slots.markViewed, [message])
  }

  const door = useStableCallbacks({
    act,
    open: (message, actionId) => {
      const action = slots.actions.find(({ id }) => id === actionId)
      if (action) act(message, action)
    },
    seen: (id) => see(byId(id)),
    choose: ({ id }, range) => {
      const after = range ? chooseRange(chosen, id, order) : toggleCard(chosen, id)
      setChosen(after)
      setChoosing(after.ids.size > 0)
    },
    takeBack: ({ id }) => done.find(({ ids }) => ids.has(id))?.takeBack(),
  })

  useMarkViewedOnPress(list, door.seen)
  useMarkViewedOnScroll(list, slots.viewedOnScroll === true, order, door.seen)

  useItemKeys(list, (event, item) => {
    if (event.repeat) return false
    if (event.key === '?' || (event.code === 'Slash' && event.shiftKey)) return (setHelp(true), true)
    if (event.code === 'KeyZ' && done.length > 0) return (takeBackLast(), true)
    if (event.code === 'Escape' && (choosing || chosen.ids.size > 0)) return (clearChoice(), true)
    const action = slots.actions.find(({ key }) => key?.code === event.code)
    if (action && !event.shiftKey && chosen.ids.size > 0 && action.many) return (actOnChosen(action), true)
    const message = item ? byId(Number(item.dataset.item)) : undefined
    if (!message || foldedOf(message) !== null) return false
    if (event.code === 'KeyX') return (door.choose(message, event.shiftKey), true)
    // On a button or a link of the card Enter means that one.
    if (
      event.code === 'Enter' &&
      (event.target === item || event.target === document.body) &&
      isWebAddress(message.url)
    ) {
      window.open(message.url, '_blank', 'noopener,noreferrer')
      return (see(message), true)
    }
    if (action && !event.shiftKey) return (act(message, action), true)
    return false
  })

  const Dialog = dialog?.action.Dialog
  const target = dialog && (byId(dialog.message.id) ?? dialog.message)
  const canChoose = slots.actions.some(({ many }) => many)
  return (
    <>
      {canChoose && messages.length > 0 && !choosing && (
        <button type="button" className={classes.choose} onClick={() => setChoosing(true)}>
          <IconSquareCheck size={18} stroke={1.7} aria-hidden="true" />
          Выбрать
        </button>
      )}
      <ol ref={list} className={classes.list} data-turning={turning || undefined} data-choosing={choosing || undefined}>
        {messages.map((message) => {
          const folded = foldedOf(message)
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
                folded={folded}
                undoable={folded !== null && done.some(({ ids }) => ids.has(message.id))}
              />
            </li>
          )
        })}
      </ol>
      {(choosing || work) && (
        <ChosenBar
          count={chosen.ids.size}
          of={messages.length}
          actions={slots.actions}
          work={work}
          onAct={actOnChosen}
          onAll={() => setChosen({ ids: new Set(order), last: order.at(-1) ?? null })}
          onClose={clearChoice}
        />
      )}
      <LazyBoundary>
        {Dialog && target && (
          <Dialog message={target} perform={(deed) => perform(deed, [target])} onClose={() => setDialog(null)} />
        )}
        {help && <CardKeysDialog actions={slots.actions} onClose={() => setHelp(false)} />}
        {selected && slots.onStopWord && filterId !== null && (
          <StopWordPopover
            key={selected.word}
            selected={selected}
            filterId={filterId}
            onClose={forgetSelected}
            onAdd={(word) => {
              forgetSelected()
              document.getSelection()?.removeAllRanges()
              slots.onStopWord?.(word)
            }}
          />
        )}
      </LazyBoundary>
    </>
  )
}

interface ListCallbacks extends CardCallbacks {
  seen: (id: number) => void
}

/** What a folded card says: the deed that hid it knows best. */
function sentenceOfFold(
  message: FeedMessage,
  fields: HidingFields,
  removed: RemovedBy | undefined,
  done: UndoableActions['done'],
): string | null {
  const folded = collapsedReason(message, fields, removed)
  if (folded === null || removed === 'moderator') return folded
  const hides = done.find(({ ids, deed }) => ids.has(message.id) && deed.hides)?.deed.hides
  return hides ? `Скрыто: ${hides}` : folded
}

/** The same object all the time, so that cards are not drawn again; it does what the last drawing said. */
function useStableCallbacks(door: ListCallbacks): ListCallbacks {
  const last = useRef(door)
  useEffect(() => {
    last.current = door
  })
  return useMemo(
    () => ({
      act: (...of) => last.current.act(...of),
      open: (...of) => last.current.open(...of),
      seen: (id) => last.current.seen(id),
      choose: (...of) => last.current.choose(...of),
      takeBack: (...of) => last.current.takeBack(...of),
    }),
    [],
  )
}

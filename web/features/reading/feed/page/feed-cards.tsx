import { useFocusReturn } from '@mantine/hooks'
import { IconSquareCheck } from '@tabler/icons-react'
import { useMemo, useRef, useState } from 'react'
import { LazyBoundary } from '../../../../kit/ui/components/lazy-boundary.tsx'
import type { CardSlots } from '../card/card-slots.ts'
import { ChosenBar } from '../card-actions/chosen-bar.tsx'
import typography from '../../../../kit/ui/typography.module.css'
import { listed } from '../card/patch-message.ts'
import { lazyNamed } from '../../../../kit/ui/lazy-named.ts'
import classes from './feed-cards.module.css'
import { MessageCard } from '../card/message-card.tsx'
import { pressCardKey } from '../card-actions/press-card-key.ts'
import { useCardActions, type CardActions, type ShownCards } from '../card-actions/use-card-actions.ts'
import type { FeedQuestion } from './feed-question.ts'
import { useFocusPastRemoved } from '../card-actions/use-focus-past-removed.ts'
import { useItemKeys } from '../card-actions/use-item-keys.ts'
import { useMarkViewedOnPress } from '../card-actions/use-mark-viewed-on-press.ts'
import { useMarkViewedOnScroll } from '../card-actions/use-mark-viewed-on-scroll.ts'
import { useSelectedWord } from '../card-actions/use-selected-word.ts'

const CardKeysDialog = lazyNamed(() => import('../card-actions/card-keys-dialog.tsx'), 'CardKeysDialog')
const StopWordPopover = lazyNamed(() => import('../card-actions/stop-word-popover.tsx'), 'StopWordPopover')

export interface FeedCardsProps extends ShownCards {
  /** How the filter is asked for. */
  asked: FeedQuestion['ask']
  /** Is what is read a saved filter or a view, and no draft? */
  live: boolean
  zone: string
  /** What lies above was not there when the feed was read the time before; null when this is the first time. */
  seenBefore: number | null
}

/** The cards of a page, and all that can be done with them: by mouse, by finger, by keyboard, one by one and together. */
export function FeedCards(props: FeedCardsProps) {
  const { messages: all, removed, asked, live, zone, seenBefore, turning, slots } = props
  const list = useRef<HTMLOListElement>(null)
  const messages = useMemo(() => listed(all, removed), [all, removed])
  const cards = useCardActions({ ...props, messages })
  const { chosen, door } = cards
  const [help, setHelp] = useState(false)
  useFocusReturn({ opened: cards.isDialogOpen || help })
  useMarkViewedOnPress(list, door.seen)
  useMarkViewedOnScroll(list, slots.viewedOnScroll === true, cards.order, door.seen)
  useFocusPastRemoved(list, cards.order)
  useItemKeys(list, (event, item) => pressCardKey(event, item, { cards, slots, onHelp: () => setHelp(true) }))

  const canChoose = slots.actions.some(({ many }) => many)
  return (
    <>
      {canChoose && messages.length > 0 && !chosen.choosing && (
        <button type="button" className={classes.choose} onClick={chosen.begin}>
          <IconSquareCheck size={18} stroke={1.7} aria-hidden="true" />
          Выбрать
        </button>
      )}
      <ol
        ref={list}
        className={classes.list}
        data-turning={turning || undefined}
        data-choosing={chosen.choosing || undefined}
      >
        {messages.map((message) => {
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
                folded={folded}
                undoable={folded !== null && cards.isUndoable(message.id)}
              />
            </li>
          )
        })}
      </ol>
      {messages.length === 0 && all.length > 0 && <p className={typography.note}>Всё на этой странице вы удалили.</p>}
      {(chosen.choosing || cards.work) && (
        <ChosenBar
          count={chosen.ids.size}
          of={messages.length}
          actions={slots.actions}
          work={cards.work}
          onAct={cards.actOnChosen}
          onAll={chosen.chooseAll}
          onClose={chosen.clear}
        />
      )}
      <LazyBoundary>
        <ActionDialog cards={cards} />
        {help && <CardKeysDialog actions={slots.actions} onClose={() => setHelp(false)} />}
        <StopWord live={live} asked={asked} onStopWord={slots.onStopWord} />
      </LazyBoundary>
    </>
  )
}

function ActionDialog({ cards: { dialog, perform, closeDialog } }: { cards: CardActions }) {
  if (!dialog) return null
  const { Dialog, target } = dialog
  return <Dialog message={target} perform={(deed) => perform(deed, [target])} onClose={closeDialog} />
}

interface StopWordProps extends Pick<FeedCardsProps, 'live' | 'asked'> {
  onStopWord: CardSlots['onStopWord']
}

/** Offers a word that was selected in a message as a stop word, to a filter that is saved or a view. */
function StopWord({ live, asked, onStopWord }: StopWordProps) {
  const [selected, forgetSelected] = useSelectedWord(onStopWord !== undefined && live)
  if (!selected || !onStopWord || !live) return null
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

import { useCallback, useDeferredValue, useEffect, useRef, useState, type ReactNode } from 'react'
import { MAX_PAGE_JUMP } from '../../../../../contract/reading/feed.ts'
import type { FilterFields } from '../../../../../contract/reading/filters.ts'
import { badge } from '../../../../../rules/badge.ts'
import { hasCode } from '../../../../kit/calls/call-error.ts'
import { useOnConnect } from '../../../../kit/live/use-on-connect.ts'
import { LoadFailure } from '../../../../kit/ui/components/load-failure.tsx'
import { PageTitle } from '../../../../kit/ui/components/page-title.tsx'
import { Pager } from '../../../../kit/ui/components/pager.tsx'
import { Row, Stack } from '../../../../kit/ui/components/stack.tsx'
import typography from '../../../../kit/ui/typography.module.css'
import type { CardSlots } from '../card/card-slots.ts'
import { FeedCards } from './feed-cards.tsx'
import classes from './feed-list.module.css'
import { FeedEnd } from './feed-end.tsx'
import { FeedStatus } from './feed-status.tsx'
import { FeedTotal } from './feed-total.tsx'
import { FeedTools } from './feed-tools.tsx'
import { MessageSkeletons } from '../card/message-skeleton.tsx'
import type { CountedKey } from './feed-updates.ts'
import { useUpdatesOf } from './updates-cache.ts'
import type { FeedPageResult, FeedQuestion } from './feed-question.ts'
import { useFeedPages } from './use-feed-pages.ts'

export interface FeedListProps {
  question: FeedQuestion
  /** For what is counted what comes: the saved filter or the view that is read, or what is narrowed for a while. */
  counted: CountedKey
  /** What is read, in a name. */
  title: string
  /** What is asked for, field by field. */
  fields: FilterFields
  /** The reader's time zone. */
  zone: string
  /** All that is read is on trial: nothing comes live. */
  late: boolean
  /** What other features put into the cards. */
  slots: CardSlots
  /** Stands beside the total. */
  tools: ReactNode
  /** Stands between the tools and the messages. */
  children?: ReactNode
  /** Stands in place of an empty first page. */
  empty: ReactNode
  /** The address of the same view with nothing but what is handled. */
  handledAddress: string
}

export function FeedList(props: FeedListProps) {
  const { question, counted, title, fields, zone, late, slots, tools, children, empty, handledAddress } = props
  const top = useRef<HTMLElement>(null)
  const { shown, page, pages, turning, error, retry, readAgain, readOn, turnTo } = useFeedPages(question, counted)
  const updates = useUpdatesOf(counted)
  const count = updates?.count ?? 0
  const goOn = useGoingOn(top, shown)
  useOnConnect(() => {
    if (hasCode(error, 'NETWORK_ERROR')) retry()
  })

  useTopWhenTooFast(top, hasCode(error, 'RATE_LIMIT_EXCEEDED'))
  useEndOfPages(shown, page, turning, readAgain)
  const drawn = useDrawn(shown !== undefined)
  const isEmpty = drawn && shown?.messages.length === 0 && page === 1 && !turning && !error

  return (
    <Stack
      ref={top}
      as="section"
      className={classes.feed}
      aria-label="Лента"
      aria-busy={turning || (!(shown && drawn) && !error)}
      tabIndex={-1}
    >
      <PageTitle name={title} count={badge(count)} />
      <header className={classes.head}>
        <h1 className={`${typography.pageTitle} ${typography.truncated}`}>{title}</h1>
        <FeedTotal shown={shown} fields={fields} fresh={updates?.base === shown?.upTo ? count : 0} />
        <div className={classes.tools}>
          {tools}
          <FeedTools
            loading={turning}
            onReload={readAgain}
            onForward={pages !== null && page < pages ? () => turnTo(page + 1) : null}
          />
        </div>
      </header>
      {children}
      <FeedStatus late={late} count={count} snippet={updates?.snippet ?? null} onShow={readAgain} />
      {error && shown && <LoadFailure error={error} onRetry={retry} size="sm" />}
      {shown && drawn ? (
        <FeedCards
          {...shown}
          turning={turning}
          fields={fields}
          asked={question.ask}
          zone={zone}
          seenBefore={updates?.seenBefore ?? null}
          slots={slots}
          onWorkedThrough={() => (goOn('first'), readOn())}
          onReturnedElsewhere={(id) => (goOn(id), readAgain())}
        />
      ) : (
        <NothingShown error={shown ? null : error} onRetry={retry} />
      )}
      {isEmpty && (
        <FeedEnd
          page={shown}
          fields={fields}
          fresh={count}
          handledAddress={handledAddress}
          empty={empty}
          onRead={readAgain}
          onFresh={() => (goOn('first'), readAgain())}
        />
      )}
      {shown && drawn && pages !== null && (
        <Row as="footer" gap={0} justify="center" nowrap className={classes.foot}>
          <Pager page={Math.min(page, pages)} pages={pages} reach={MAX_PAGE_JUMP} />
        </Row>
      )}
    </Stack>
  )
}

function NothingShown({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (error) return <LoadFailure title="Лента не загрузилась" error={error} onRetry={onRetry} size="sm" />
  return waiting
}
const waiting = (
  <Stack gap={3}>
    <MessageSkeletons count={5} />
  </Stack>
)

/**
 * Whether the cards are to be drawn by now. Those that came with the page are drawn with it; later ones in pieces, between which the browser
 * answers: all at once they are what blocks a phone longest.
 */
function useDrawn(isThere: boolean): boolean {
  const [atOnce] = useState(isThere)
  const inPieces = useDeferredValue(isThere, false)
  return atOnce || inPieces
}

function useTopWhenTooFast(top: { current: HTMLElement | null }, tooFast: boolean): void {
  useEffect(() => {
    if (tooFast) top.current?.scrollIntoView({ block: 'start' })
  }, [top, tooFast])
}

/** What a page that turned leads to: its first message, the one that came back by its id, or the top. */
type GoingTo = 'first' | number | null

/**
 * A turned page is read from its top, by eye and by keyboard. The first one that is shown leaves everything where it is. Anyone who went on
 * from a page that is worked through stands on the first message of the next one.
 */
function useGoingOn(top: { current: HTMLElement | null }, shown: FeedPageResult | undefined): (to: GoingTo) => void {
  const goingTo = useRef<GoingTo>(null)
  const last = useRef<string | null>(null)
  const now = shown ? `${shown.reading}:${shown.page}` : null
  const question = shown?.question ?? null
  const asked = useRef(question)
  useEffect(() => {
    if (now === null || now === last.current) return
    const turned = last.current !== null
    const changed = asked.current !== question
    last.current = now
    asked.current = question
    const to = goingTo.current
    goingTo.current = null
    // Anyone who changes the filter keeps the focus in it.
    if (turned && !changed) (to === null ? top.current : placeOf(top.current, to))?.focus({ preventScroll: true })
    if (turned && (top.current?.getBoundingClientRect().top ?? 0) < 0) top.current?.scrollIntoView({ block: 'start' })
    if (typeof to === 'number') placeOf(top.current, to)?.scrollIntoView({ block: 'nearest' })
  }, [top, now, question])
  return useCallback((to: GoingTo) => {
    goingTo.current = to
  }, [])
}

function placeOf(top: HTMLElement | null, to: 'first' | number): HTMLElement | null {
  const named = typeof to === 'number' ? top?.querySelector<HTMLElement>(`[data-item="${to}"]`) : null
  return named ?? top?.querySelector<HTMLElement>('[data-item]') ?? top
}

/** Behind the last page there is what is left of the pages before it. */
function useEndOfPages(shown: FeedPageResult | undefined, page: number, turning: boolean, readAgain: () => void): void {
  const isBehind = page > 1 && !turning && shown?.page === page && shown.messages.length === 0
  useEffect(() => {
    if (isBehind) readAgain()
  }, [isBehind, readAgain])
}

import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { MAX_PAGE_JUMP, TOTAL_CAP } from '../../../contract/feed.ts'
import type { Filter } from '../../../contract/filters.ts'
import { messageForms, plural } from '../../../rules/plural.ts'
import { hasCode, sentenceOf } from '../../kit/calls/call-error.ts'
import { useConnection } from '../../kit/live/use-connection.ts'
import { Blank } from '../../kit/ui/blank.tsx'
import { Notice } from '../../kit/ui/notice.tsx'
import { PageTitle } from '../../kit/ui/page-title.tsx'
import { Pager } from '../../kit/ui/pager.tsx'
import classes from './feed-list.module.css'
import { FeedStatus } from './feed-status.tsx'
import { badge } from './feed-updates.ts'
import { MessageCard } from './message-card.tsx'
import { MessageSkeletons } from './message-skeleton.tsx'
import { useFeedUpdates } from './updates-cache.ts'
import { useFeedPages, type FeedPage } from './use-feed-pages.ts'
import { useItemKeys } from './use-item-keys.ts'

export interface FeedListProps {
  filter: Filter
  /** The reader's time zone. */
  zone: string
  /** Stands beside the total. */
  tools: ReactNode
  /** Stands in place of an empty first page. */
  empty: ReactNode
}

export function FeedList({ filter, zone, tools, empty }: FeedListProps) {
  const top = useRef<HTMLElement>(null)
  const { shown, page, pages, turning, error, retry, readAnew } = useFeedPages(filter)
  const updates = useFeedUpdates(filter.id)
  const connection = useConnection()
  const count = updates?.count ?? 0
  useItemKeys(top)
  useScrollToTop(top, shown)
  useRetryOnConnect(connection.number, hasCode(error, 'NETWORK_ERROR'), retry)

  const tooFast = hasCode(error, 'RATE_LIMIT_EXCEEDED')
  useEffect(() => {
    if (tooFast) top.current?.scrollIntoView({ block: 'start' })
  }, [tooFast])

  // Nothing can jump under a reader who has nothing yet.
  const nothingYet = shown?.messages.length === 0 && page === 1 && !turning && !error
  useEffect(() => {
    if (nothingYet && count > 0) readAnew()
  }, [nothingYet, count, readAnew])

  const failed = error ? sentenceOf(error) : null
  return (
    <section ref={top} className={classes.feed} aria-label="Лента" aria-busy={turning || (!shown && !error)} tabIndex={-1}>
      <PageTitle name="Лента" count={badge(count)} />
      <header className={classes.head}>
        <h1 className={classes.title}>Лента</h1>
        <span className={classes.total}>{shown && totalInWords(shown)}</span>
        <div className={classes.tools}>{tools}</div>
      </header>
      <FeedStatus connection={connection.state} count={count} snippet={updates?.snippet ?? null} onShow={readAnew} />
      {failed !== null && shown && (
        <Notice tone="bad" action={<RetryButton onClick={retry}>Повторить</RetryButton>}>
          {failed}
        </Notice>
      )}
      {shown ? (
        <ol className={classes.list} data-turning={turning || undefined}>
          {shown.messages.map((message) => (
            <li key={message.seqId}>
              <MessageCard message={message} zone={zone} fresh={updates?.seenBefore != null && message.seqId > updates.seenBefore} />
            </li>
          ))}
        </ol>
      ) : failed !== null ? (
        <Blank picture="failure" title="Лента не загрузилась" action={<RetryButton onClick={retry}>Повторить</RetryButton>}>
          {failed}
        </Blank>
      ) : (
        <div className={classes.list}>
          <MessageSkeletons count={5} />
        </div>
      )}
      {nothingYet && empty}
      {shown && pages !== null && (
        <footer className={classes.foot}>
          <Pager page={Math.min(page, pages)} pages={pages} reach={MAX_PAGE_JUMP} />
        </footer>
      )}
    </section>
  )
}

function RetryButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button variant="default" size="sm" leftSection={<IconRefresh size={16} aria-hidden="true" />} onClick={onClick}>
      {children}
    </Button>
  )
}

function totalInWords({ total, totalCapped }: FeedPage): string {
  const digits = (count: number): string => count.toLocaleString('ru')
  if (totalCapped) return `больше ${digits(TOTAL_CAP)} сообщений`
  return total === 0 ? '' : `${digits(total)} ${plural(total, messageForms)}`
}

/** A turned page is read from its top, by eye and by keyboard. The first one that is shown leaves everything where it is. */
function useScrollToTop(top: { current: HTMLElement | null }, shown: FeedPage | undefined): void {
  const last = useRef<string | null>(null)
  const now = shown ? `${shown.reading}:${shown.page}` : null
  useEffect(() => {
    if (now === null || now === last.current) return
    const turned = last.current !== null
    last.current = now
    if (!turned) return
    top.current?.focus({ preventScroll: true })
    if ((top.current?.getBoundingClientRect().top ?? 0) < 0) top.current?.scrollIntoView({ block: 'start' })
  }, [top, now])
}

function useRetryOnConnect(connection: number, failed: boolean, retry: () => void): void {
  const known = useRef(connection)
  useEffect(() => {
    if (known.current === connection) return
    known.current = connection
    if (failed) retry()
  }, [connection, failed, retry])
}

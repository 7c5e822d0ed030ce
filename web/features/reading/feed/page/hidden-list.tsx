import { Button } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import type { FilterFields } from '../../../../../contract/reading/filters.ts'
import { ask, type Result } from '../../../../kit/calls/ask.ts'
import { sentenceOf } from '../../../../kit/calls/call-error.ts'
import { EmptyState } from '../../../../kit/ui/components/empty-state.tsx'
import { LoadFailure } from '../../../../kit/ui/components/load-failure.tsx'
import { Moment } from '../../../../kit/ui/components/moment.tsx'
import { NetworkIcon } from '../../../../kit/ui/components/network-icon.tsx'
import { OuterLink } from '../../../../kit/ui/components/outer-link.tsx'
import classes from './hidden-list.module.css'
import { letIn, reasonInWords, type LetIn } from './hidden-reason.ts'
import { MessageSkeletons } from '../card/message-skeleton.tsx'
import { MessageText } from '../../../../kit/ui/components/message-text.tsx'
import { Row, Stack } from '../../../../kit/ui/components/stack.tsx'
import typography from '../../../../kit/ui/typography.module.css'
import card from '../../../../kit/ui/components/card.module.css'
import { linksHere } from '../card/source-links.ts'
import type { FeedQuestion } from './feed-question.ts'

export interface HiddenListProps {
  question: FeedQuestion
  /** The key of the view that is read, or that the draft was made from: what is of others is not shown. */
  view: string | null
  fields: FilterFields
  /** Changes the filter, or makes an unsaved one of it where it may not be changed. */
  change: (changes: Partial<FilterFields>) => void
  zone: string
  straightLinks: boolean
  onClose: () => void
}

type Hidden = Result<'feed', 'queryHidden'>['hidden'][number]

const PAGE = 20

/** What the filter, a mark or a list keeps away from the reader, and why: nothing vanishes silently. */
export function HiddenList({ question, view, fields, change, zone, straightLinks, onClose }: HiddenListProps) {
  const query = useInfiniteQuery({
    queryKey: ['feed', 'queryHidden', question.key, view],
    queryFn: ({ pageParam, signal }) =>
      ask(
        'feed',
        'queryHidden',
        {
          ...question.ask,
          ...(view !== null && { view }),
          limit: PAGE,
          ...(pageParam === null ? {} : { before: pageParam }),
        },
        signal,
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    // Looked at seldom, and then it is to be true.
    staleTime: 0,
    gcTime: 0,
  })
  const { data, error, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = query
  const all = data?.pages.flatMap(({ hidden }) => hidden)
  return (
    <Stack as="section" aria-label="Что скрыто" aria-busy={!data && !error}>
      <Row as="header" gap={[2, 4]} align="flex-start">
        <div className={classes.words}>
          <h1 className={classes.title}>Что скрыто</h1>
          <p className={classes.about}>Сообщения ваших подписок, которых нет в ленте, и почему. Сначала новые.</p>
        </div>
        <Button variant="default" size="sm" onClick={onClose}>
          Вернуться в ленту
        </Button>
      </Row>
      {error && all && <LoadFailure error={error} onRetry={() => void (hasNextPage ? fetchNextPage() : refetch())} />}
      {all === undefined && error && (
        <LoadFailure title="Скрытое не загрузилось" error={error} onRetry={() => void refetch()} />
      )}
      {all === undefined && !error && <MessageSkeletons count={4} />}
      {all?.length === 0 && (
        <EmptyState picture="quiet" title="Ничего не скрыто">
          Всё, что пришло по вашим подпискам, видно в ленте.
        </EmptyState>
      )}
      {all && all.length > 0 && (
        <Stack as="ol" gap={3}>
          {all.map((hidden) => (
            <li key={hidden.message.seqId}>
              <HiddenMessage {...{ hidden, fields, change, zone, straightLinks }} />
            </li>
          ))}
        </Stack>
      )}
      {hasNextPage && (
        <Button
          className={classes.more}
          variant="default"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Показать ещё
        </Button>
      )}
    </Stack>
  )
}

interface HiddenMessageProps {
  hidden: Hidden
  fields: FilterFields
  change: HiddenListProps['change']
  zone: string
  straightLinks: boolean
}

function HiddenMessage({ hidden, fields, change, zone, straightLinks }: HiddenMessageProps) {
  const { message, reason, detail } = hidden
  const way = letIn(reason, detail, fields, message.product.id)
  const { author, group } = message
  const name = author?.name || group?.name || 'Без имени'
  return (
    <Stack as="article" gap={2} className={`${card.surface} ${classes.item}`} aria-label={name}>
      <Row gap={[1, 2]} align="center" className={classes.why}>
        <Row as="span" nowrap className={classes.reason}>
          <IconEyeOff size={16} stroke={1.8} aria-hidden="true" />
          <span className={classes.reasonText}>скрыто: {reasonInWords(reason, detail)}</span>
        </Row>
        {way && <LetInButton way={way} messageId={message.id} authorId={author?.id ?? null} change={change} />}
      </Row>
      <Row gap={[0, 3]} align="center" className={typography.note}>
        <NetworkIcon network={message.network} size={15} />
        <OuterLink
          url={linksHere(message, straightLinks).author}
          className={`${typography.underlined} ${classes.author}`}
        >
          {name}
        </OuterLink>
        <span>{message.product.name}</span>
        <span>
          <Moment at={message.publishedAt} zone={zone} />
        </span>
      </Row>
      <MessageText text={message.text} spans={message.spans} quiet={message.filterSpans} />
    </Stack>
  )
}

interface LetInButtonProps {
  way: LetIn
  messageId: number
  authorId: number | null
  change: HiddenListProps['change']
}

function LetInButton({ way, messageId, authorId, change }: LetInButtonProps) {
  const cache = useQueryClient()
  const [done, setDone] = useState(false)
  const send = useMutation({
    mutationFn: async () => {
      if (way.by === 'unmarkHandled') await ask('marks', 'setHandled', { id: messageId, value: false })
      if (way.by === 'unmarkSpam') await ask('marks', 'unmarkSpam', { id: messageId })
      if (way.by === 'removeAuthor' && authorId !== null) await ask('marks', 'removeFromBlackList', { id: authorId })
    },
    onSuccess: () => {
      setDone(true)
      void cache.invalidateQueries({ queryKey: ['feed', 'queryHidden'] })
      void cache.invalidateQueries({ queryKey: ['feed', 'queryFeed'] })
      void cache.invalidateQueries({ queryKey: ['marks', 'listBlackList'] })
    },
  })
  if (done) return <span className={classes.done}>Возвращено в ленту</span>
  return (
    <>
      <button
        type="button"
        className={classes.act}
        disabled={send.isPending}
        onClick={() => (way.by === 'filter' ? change(way.changes) : send.mutate())}
      >
        {way.label}
      </button>
      {send.isError && (
        <span className={classes.error} role="alert">
          {sentenceOf(send.error)}
        </span>
      )}
    </>
  )
}

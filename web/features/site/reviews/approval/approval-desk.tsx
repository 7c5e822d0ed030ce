import { Skeleton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { reviewStates, type ReviewState } from '../../../../../contract/site/reviews.ts'
import { sentenceOf } from '../../../../kit/calls/call-error.ts'
import { showActionToast, showErrorToast } from '../../../../kit/ui/components/action-toast.tsx'
import { Card } from '../../../../kit/ui/components/card.tsx'
import { CountedChoice } from '../../../../kit/ui/components/counted-choice.tsx'
import { EmptyState } from '../../../../kit/ui/components/empty-state.tsx'
import { LoadFailure } from '../../../../kit/ui/components/load-failure.tsx'
import { Pager } from '../../../../kit/ui/components/pager.tsx'
import { Row, Stack } from '../../../../kit/ui/components/stack.tsx'
import { usePageNumber } from '../../../../kit/ui/hooks/use-page-hash.ts'
import typography from '../../../../kit/ui/typography.module.css'
import { queueKinds, useApprovalAddress, type QueueKind } from './approval-address.ts'
import classes from './approval-desk.module.css'
import { ApprovalItem } from './approval-item.tsx'
import { useDecide, useQueue, type Queued } from './queued.ts'

const kinds: Record<QueueKind, string> = { reviews: 'Отзывы', comments: 'Комментарии' }
const states: Record<ReviewState, string> = { new: 'Ждут', shown: 'Опубликованные', hidden: 'Скрытые' }
const done: Record<QueueKind, Record<ReviewState, string>> = {
  reviews: { new: 'Отзыв снова ждёт решения', shown: 'Отзыв опубликован', hidden: 'Отзыв скрыт' },
  comments: { new: 'Комментарий снова ждёт решения', shown: 'Комментарий опубликован', hidden: 'Комментарий скрыт' },
}

/** What people wrote for others to read: looked at before it is shown, by mouse or keys. */
export function ApprovalDesk({ zone }: { zone: string }) {
  const [{ kind, state }, change] = useApprovalAddress()
  const [page] = usePageNumber()
  const { queue, error, refetch } = useQueue(kind, state, page)
  const [chosenId, choose] = useState<number | null>(null)
  const [hiding, setHiding] = useState<number | null>(null)
  const docs = queue?.docs ?? []
  const chosen = docs.find(({ id }) => id === chosenId) ?? docs[0]
  const { act, isPending } = useDecision(kind)
  const decide = (item: Queued, to: ReviewState, reason = ''): void => {
    setHiding(null)
    act(item, to, reason)
  }
  // The author of a review reads why; who wrote a comment is not notified.
  const hide = (item: Queued): void => (kind === 'reviews' ? setHiding(item.id) : decide(item, 'hidden'))
  const step = (by: 1 | -1): void => {
    const next = docs[docs.findIndex(({ id }) => id === chosen?.id) + by]
    if (next) choose(next.id)
  }
  useHotkeys([
    // By their place: the letters on them are Russian.
    ['J', () => step(1), { usePhysicalKeys: true }],
    ['K', () => step(-1), { usePhysicalKeys: true }],
    ['A', () => chosen && chosen.state !== 'shown' && decide(chosen, 'shown'), { usePhysicalKeys: true }],
    ['H', () => chosen && chosen.state !== 'hidden' && hide(chosen), { usePhysicalKeys: true }],
  ])
  return (
    <Stack gap={3}>
      <Row gap={3} align="center">
        <CountedChoice
          label="Что проверить"
          values={queueKinds}
          titles={kinds}
          current={kind}
          onChoose={(to) => change({ kind: to })}
        />
        <CountedChoice
          label="Какие"
          values={reviewStates}
          titles={states}
          counts={queue?.counts}
          current={state}
          onChoose={(to) => change({ state: to })}
        />
        <p className={`${typography.small} ${classes.keys}`}>
          <kbd>J</kbd> <kbd>K</kbd> выбрать, <kbd>A</kbd> опубликовать, <kbd>H</kbd> скрыть
        </p>
      </Row>
      {queue ? (
        docs.length > 0 ? (
          <Stack as="ul" gap={3} aria-label={kinds[kind]}>
            {docs.map((item) => (
              <ApprovalItem
                key={item.id}
                item={item}
                zone={zone}
                chosen={item.id === chosen?.id}
                hiding={item.id === hiding}
                busy={isPending}
                onShow={() => decide(item, 'shown')}
                onHide={() => hide(item)}
                onHidden={(reason) => decide(item, 'hidden', reason)}
                onKeep={() => setHiding(null)}
                onChoose={() => choose(item.id)}
              />
            ))}
          </Stack>
        ) : (
          <Card>
            <EmptyState picture="quiet" title={state === 'new' ? 'Проверять нечего' : 'Здесь пока пусто'} />
          </Card>
        )
      ) : error ? (
        <LoadFailure title="Очередь не загрузилась" error={error} onRetry={() => void refetch()} variant="filled" />
      ) : (
        <Skeleton height={320} radius="lg" aria-busy="true" />
      )}
      {queue && <Pager page={Math.min(page, queue.pages)} pages={queue.pages} reach={queue.pages} />}
    </Stack>
  )
}

/** Decides, says so with the way back, and reads the queue again. */
function useDecision(kind: QueueKind) {
  const cache = useQueryClient()
  const { decide, isPending } = useDecide(kind)
  const read = (): Promise<void> => cache.invalidateQueries({ queryKey: [kind === 'reviews' ? 'reviews' : 'blog'] })
  const run = async (item: Queued, state: ReviewState, reason: string): Promise<boolean> => {
    try {
      await decide({ id: item.id, version: item.version, state, reason })
      return true
    } catch (error) {
      showErrorToast(sentenceOf(error))
      return false
    } finally {
      await read()
    }
  }
  const act = async (item: Queued, state: ReviewState, reason: string): Promise<void> => {
    if (isPending || !(await run(item, state, reason))) return
    showActionToast(done[kind][state], () => void run(item, item.state, item.reason))
  }
  return { act: (item: Queued, state: ReviewState, reason: string) => void act(item, state, reason), isPending }
}

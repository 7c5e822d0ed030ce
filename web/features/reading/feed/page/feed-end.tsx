import { Button } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from 'react-router'
import { badge } from '../../../../../rules/badge.ts'
import { freshForms, messageForms, plural } from '../../../../../rules/plural.ts'
import { EmptyState } from '../../../../kit/ui/components/empty-state.tsx'
import { Row } from '../../../../kit/ui/components/stack.tsx'
import type { FilterFields } from '../../../../../contract/reading/filters.ts'
import type { FeedPageResult } from './feed-question.ts'
import { useHandledCount } from './use-left.ts'
import classes from './feed-list.module.css'

export interface FeedEndProps {
  /** The first page, on which nothing is. */
  page: FeedPageResult
  fields: FilterFields
  /** What is handled stands there. */
  handledAddress: string
  /** So many came since. */
  fresh: number
  /** Reads them, where nothing was before. */
  onRead: () => void
  /** The reader asks for them. */
  onFresh: () => void
  /** What stands here where there was nothing to handle. */
  empty: ReactNode
}

/** Nothing is left to read: because there was nothing, or because everything of the view is handled. */
export function FeedEnd({ page, fields, empty, onRead, ...done }: FeedEndProps) {
  const handled = useHandledCount(page, fields)
  const { fresh } = done
  // Nothing can jump under a reader who has nothing yet; who is at the end of their work goes on when they like.
  const nothingEver = handled === 0
  useEffect(() => {
    if (nothingEver && fresh > 0) onRead()
  }, [nothingEver, fresh, onRead])
  if (handled === null) return null
  return nothingEver ? empty : <AllHandled handled={handled} {...done} />
}

type AllHandledProps = Pick<FeedEndProps, 'handledAddress' | 'fresh' | 'onFresh'> & { handled: number }

/** The end of the work. */
function AllHandled({ handled, handledAddress, fresh, onFresh }: AllHandledProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Who worked through it by keyboard was left on the feed as a whole.
    const { activeElement } = document
    if (activeElement !== document.body && activeElement?.contains(box.current)) box.current?.focus()
  }, [])
  const isFresh = fresh > 0
  return (
    <div ref={box} className={classes.done} tabIndex={-1}>
      <EmptyState
        picture="quiet"
        title="Всё разобрано"
        action={
          <Row justify="center">
            {isFresh && (
              <Button onClick={onFresh}>
                Показать {badge(fresh)} {plural(fresh, freshForms)}
              </Button>
            )}
            <Button component={Link} to={handledAddress} variant="default">
              Показать разобранное
            </Button>
          </Row>
        }
      >
        Разобрано {handled.toLocaleString('ru')} {plural(handled, messageForms)}.{' '}
        {isFresh
          ? `Пока вы разбирали, пришло ${badge(fresh)} ${plural(fresh, messageForms)}.`
          : 'Следующие придут сами.'}
      </EmptyState>
    </div>
  )
}

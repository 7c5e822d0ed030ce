import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnReview } from '../../../../contract/site/reviews.ts'
import type { Result } from '../../../kit/calls/ask.ts'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { callKey, useAct, useCall } from '../../../kit/calls/use-call.ts'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { Card } from '../../../kit/ui/components/card.tsx'
import { StateMark } from '../../../kit/ui/components/settings-card.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import { ReviewForm } from './review-form.tsx'
import classes from './reviews.module.css'

/** The review of who is signed in: written here, and what became of it. Nothing for those who have nothing to review yet. */
export function OwnReviewPart() {
  const { data } = useCall('reviews', 'getOwnReview', {})
  const [editing, setEditing] = useState(false)
  const cache = useQueryClient()
  if (!data) return null
  const { allowed, suggestedName, review } = data
  const show = (changed: Result<'reviews', 'getOwnReview'>): void => {
    cache.setQueryData(callKey('reviews', 'getOwnReview', {}), changed)
    // What is changed or withdrawn is shown no more.
    void cache.invalidateQueries({ queryKey: ['reviews', 'listReviews'] })
    setEditing(false)
  }
  if (!allowed && review === null) {
    return (
      <p className={typography.note}>
        Отзыв можно оставить после оплаты или через неделю работы с подпиской: так здесь пишут те, кто знает Эхолот.
      </p>
    )
  }
  if (review !== null && !editing) return <Kept review={review} onEdit={() => setEditing(true)} onChange={show} />
  return (
    <ReviewForm
      review={review}
      suggestedName={suggestedName}
      onSaved={show}
      onCancel={review && (() => setEditing(false))}
    />
  )
}

const states = {
  new: { tone: 'quiet', title: 'на проверке', sentence: 'Прочтём и опубликуем. Обычно это занимает день.' },
  shown: {
    tone: 'good',
    title: 'опубликован',
    sentence: 'Отзыв виден всем. Изменить или удалить его можно когда угодно.',
  },
  hidden: { tone: 'warn', title: 'не опубликован', sentence: '' },
} as const

interface KeptProps {
  review: OwnReview
  onEdit: () => void
  onChange: (changed: Result<'reviews', 'getOwnReview'>) => void
}

function Kept({ review, onEdit, onChange }: KeptProps) {
  const [asking, setAsking] = useState(false)
  const remove = useAct('reviews', 'deleteReview', { onSuccess: onChange })
  const { tone, title, sentence } = states[review.state]
  const about = [review.name, review.trade, review.city].filter(Boolean).join(', ')
  return (
    <Card aria-label="Ваш отзыв">
      <Stack gap={3}>
        <Row gap={[1, 3]} align="center">
          <h2 className={typography.heading}>Ваш отзыв</h2>
          <StateMark tone={tone}>{title}</StateMark>
        </Row>
        <p className={classes.state}>
          {review.state === 'hidden' ? `Почему: ${review.reason} Измените отзыв, и мы прочтём его снова.` : sentence}
        </p>
        <p className={classes.own}>{review.text}</p>
        <p className={typography.note}>{about}</p>
        {remove.error && <AlertBox tone="bad">{sentenceOf(remove.error)}</AlertBox>}
        {asking ? (
          <Row align="center">
            <span>Удалить отзыв?</span>
            <Button color="red" loading={remove.isPending} onClick={() => remove.mutate({})}>
              Удалить
            </Button>
            <Button variant="default" onClick={() => setAsking(false)}>
              Оставить
            </Button>
          </Row>
        ) : (
          <Row>
            <Button variant="default" onClick={onEdit}>
              Изменить
            </Button>
            <Button variant="default" onClick={() => setAsking(true)}>
              Удалить отзыв
            </Button>
          </Row>
        )}
      </Stack>
    </Card>
  )
}

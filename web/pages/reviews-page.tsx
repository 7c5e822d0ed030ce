import { Button, Skeleton } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { reviewsShown } from '../../contract/site/reviews.ts'
import { openLogin } from '../features/people/accounts/auth-dialog-state.ts'
import { useMe } from '../features/people/accounts/use-me.ts'
import { OwnReviewPart } from '../features/site/reviews/own-review-part.tsx'
import { ReviewList } from '../features/site/reviews/review-list.tsx'
import { useCall } from '../kit/calls/use-call.ts'
import { EmptyState } from '../kit/ui/components/empty-state.tsx'
import { LoadFailure } from '../kit/ui/components/load-failure.tsx'
import frame from '../kit/ui/components/page-frame.module.css'
import { PageHead } from '../kit/ui/components/page-head.tsx'
import { Row, Stack } from '../kit/ui/components/stack.tsx'
import typography from '../kit/ui/typography.module.css'

const steps = [{ name: 'Отзывы', path: '/reviews' }]

export function ReviewsPage() {
  const { user } = useMe()
  return (
    <Stack className={frame.reading}>
      <PageHead
        name="Отзывы"
        description="Что говорят об Эхолоте те, кто ищет через него клиентов: отзывы только от людей, которые им пользовались."
        steps={steps}
      />
      <Stack gap={2}>
        <h1 className={typography.pageTitle}>Отзывы</h1>
        <p className={typography.soft}>
          Пишут только те, кто оплатил Эхолот или работает с ним не меньше недели. Мы не правим отзывы и не прячем
          плохие: не публикуем лишь рекламу, оскорбления и чужие личные данные.
        </p>
      </Stack>
      <Shown />
      {user && <OwnReviewPart />}
      {user === null && (
        <Row gap={[2, 3]} align="center">
          <p>Пользуетесь Эхолотом?</p>
          <Button variant="default" onClick={openLogin}>
            Войти и оставить отзыв
          </Button>
        </Row>
      )}
    </Stack>
  )
}

function Shown() {
  const [count, setCount] = useState(reviewsShown.first)
  // The first ones are asked for as the server asks for them before the page is here.
  const asked = count === reviewsShown.first ? {} : { count }
  const { data, error, refetch, isPlaceholderData } = useCall('reviews', 'listReviews', asked, {
    placeholderData: keepPreviousData,
  })
  if (!data) {
    return error ? (
      <LoadFailure title="Отзывы не загрузились" error={error} onRetry={() => void refetch()} variant="filled" />
    ) : (
      <Skeleton height={320} radius="lg" aria-busy="true" />
    )
  }
  if (data.reviews.length === 0) {
    return (
      <EmptyState
        picture="quiet"
        title="Отзывов ещё нет"
        action={
          <Row justify="center">
            <Button component={Link} to="/promo">
              Попробовать бесплатно
            </Button>
            <Button component={Link} to="/contacts" variant="default">
              Задать вопрос
            </Button>
          </Row>
        }
      >
        Мы начали недавно и не пишем отзывы за других. Когда о сервисе расскажут те, кто им пользуется, их слова
        появятся здесь.
      </EmptyState>
    )
  }
  const more = data.reviews.length < data.total && count < reviewsShown.most
  return (
    <>
      <ReviewList reviews={data.reviews} />
      {more && (
        <Row justify="center">
          <Button variant="default" loading={isPlaceholderData} onClick={() => setCount(count + reviewsShown.step)}>
            Показать ещё
          </Button>
        </Row>
      )}
    </>
  )
}

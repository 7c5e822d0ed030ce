import { Button, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { reviewLength, type OwnReview } from '../../../../contract/site/reviews.ts'
import type { Result } from '../../../kit/calls/ask.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { formError } from '../../../kit/calls/field-errors.ts'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import card from '../../../kit/ui/components/card.module.css'
import { FieldPair } from '../../../kit/ui/components/field-pair.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import { reviewRules, reviewSentences } from './review-rules.ts'

interface ReviewFormProps {
  /** What is changed; null: it is the first. */
  review: OwnReview | null
  suggestedName: string
  onSaved: (saved: Result<'reviews', 'getOwnReview'>) => void
  /** Null: there is nothing to go back to. */
  onCancel: (() => void) | null
}

export function ReviewForm({ review, suggestedName, onSaved, onCancel }: ReviewFormProps) {
  const { name = suggestedName, trade = '', city = '', text = '' } = review ?? {}
  const form = useForm({ mode: 'uncontrolled', initialValues: { name, trade, city, text }, validate: reviewRules })
  const save = useAct('reviews', 'saveReview', { onSuccess: onSaved })
  const error = formError(save.error, reviewSentences)
  return (
    <Stack
      as="form"
      className={card.card}
      aria-label={review ? 'Изменить отзыв' : 'Новый отзыв'}
      noValidate
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <h2 className={typography.heading}>{review ? 'Изменить отзыв' : 'Расскажите, как вам Эхолот'}</h2>
      <Textarea
        key={form.key('text')}
        {...form.getInputProps('text')}
        aria-invalid={form.errors.text !== undefined || undefined}
        label="Отзыв"
        description="Что искали, что нашли, что мешает. Ругать можно: так мы узнаём, что чинить."
        autosize
        minRows={5}
        maxRows={16}
        maxLength={reviewLength.text}
        required
        size="md"
      />
      <TextInput
        key={form.key('name')}
        {...form.getInputProps('name')}
        aria-invalid={form.errors.name !== undefined || undefined}
        label="Как вас подписать"
        maxLength={reviewLength.name}
        required
        size="md"
      />
      <FieldPair>
        <TextInput
          key={form.key('trade')}
          {...form.getInputProps('trade')}
          label="Чем занимаетесь"
          placeholder="Необязательно"
          maxLength={reviewLength.about}
          size="md"
        />
        <TextInput
          key={form.key('city')}
          {...form.getInputProps('city')}
          label="Город"
          placeholder="Необязательно"
          maxLength={reviewLength.about}
          size="md"
        />
      </FieldPair>
      {error && <AlertBox tone="bad">{error}</AlertBox>}
      <Row gap={[2, 3]} align="center">
        <Button type="submit" size="md" loading={save.isPending}>
          {review ? 'Отправить на проверку' : 'Отправить отзыв'}
        </Button>
        {onCancel && (
          <Button size="md" variant="default" onClick={onCancel}>
            Отмена
          </Button>
        )}
      </Row>
      <p className={typography.note}>
        Перед публикацией мы читаем отзыв, но ничего в нём не правим.
        {review?.state === 'shown' && ' Пока правка на проверке, отзыва на странице не будет.'}
      </p>
    </Stack>
  )
}

import { Skeleton } from '@mantine/core'
import { useLocation } from 'react-router'
import { useMe } from '../features/people/accounts/use-me.ts'
import { FeedbackCard } from '../features/site/feedback/feedback-card.tsx'
import { filledForm } from '../features/site/feedback/feedback-form.ts'
import { LoadFailure } from '../kit/ui/components/load-failure.tsx'
import frame from '../kit/ui/components/page-frame.module.css'
import { PageHead } from '../kit/ui/components/page-head.tsx'
import { Stack } from '../kit/ui/components/stack.tsx'
import typography from '../kit/ui/typography.module.css'
import classes from './contacts-page.module.css'

export function ContactsPage() {
  const { user, error, retry } = useMe()
  const { search } = useLocation()
  return (
    <Stack gap={2} className={frame.reading}>
      <PageHead
        name="Контакты"
        description="Напишите в Эхолот: вопрос, ошибка, идея или просьба о тестовом доступе. Читаем каждое письмо и отвечаем на почту."
        steps={[{ name: 'Контакты', path: '/contacts' }]}
      />
      <h1 className={typography.pageTitle}>Напишите нам</h1>
      <p className={classes.about}>
        Вопрос, ошибка, идея или просьба о тестовом доступе: читаем каждое письмо и отвечаем на почту.
      </p>
      {user === undefined && error && <LoadFailure error={error} onRetry={retry} />}
      {/* Somebody who comes in here, or follows a link that fills in other words, gets them. */}
      {user === undefined && !error ? (
        <Skeleton height={420} radius="lg" aria-busy="true" />
      ) : (
        <FeedbackCard key={`${user?.id ?? 'guest'}${search}`} filled={filledForm(search, user ?? null)} />
      )}
    </Stack>
  )
}

import { Button, Skeleton } from '@mantine/core'
import { useLocation } from 'react-router'
import { useMe } from '../features/accounts/use-me.ts'
import { FeedbackCard } from '../features/site/feedback-card.tsx'
import { filledForm } from '../features/site/feedback-form.ts'
import { sentenceOf } from '../kit/calls/call-error.ts'
import { Notice } from '../kit/ui/notice.tsx'
import { PageTitle } from '../kit/ui/page-title.tsx'
import classes from './contacts-page.module.css'

export function ContactsPage() {
  const { user, error, retry } = useMe()
  const { search } = useLocation()
  return (
    <div className={classes.page}>
      <PageTitle name="Контакты" />
      <h1 className={classes.title}>Напишите нам</h1>
      <p className={classes.about}>
        Вопрос, ошибка, идея или просьба о тестовом доступе: читаем каждое письмо и отвечаем на почту.
      </p>
      {user === undefined && error && (
        <Notice
          tone="bad"
          action={
            <Button variant="default" size="sm" onClick={retry}>
              Повторить
            </Button>
          }
        >
          {sentenceOf(error)}
        </Notice>
      )}
      {/* Somebody who comes in here, or follows a link that fills in other words, gets them. */}
      {user === undefined && !error ? (
        <Skeleton height={420} radius="lg" />
      ) : (
        <FeedbackCard key={`${user?.id ?? 'guest'}${search}`} filled={filledForm(search, user ?? null)} />
      )}
    </div>
  )
}

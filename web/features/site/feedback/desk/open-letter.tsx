import { Button, CloseButton, Skeleton, Textarea } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { feedbackLength, type FeedbackLetter } from '../../../../../contract/site/feedback.ts'
import type { Result } from '../../../../kit/calls/ask.ts'
import { hasCode, sentenceOf } from '../../../../kit/calls/call-error.ts'
import { callKey, useAct, useCall } from '../../../../kit/calls/use-call.ts'
import { showActionToast } from '../../../../kit/ui/components/action-toast.tsx'
import { AlertBox } from '../../../../kit/ui/components/alert-box.tsx'
import { Card } from '../../../../kit/ui/components/card.tsx'
import { LoadFailure } from '../../../../kit/ui/components/load-failure.tsx'
import { Moment } from '../../../../kit/ui/components/moment.tsx'
import { StateMark } from '../../../../kit/ui/components/settings-card.tsx'
import { Row, Stack } from '../../../../kit/ui/components/stack.tsx'
import typography from '../../../../kit/ui/typography.module.css'
import classes from './letter-desk.module.css'
import { stateWords } from './state-words.ts'

export type BesideAccount = (user: { id: number; name: string }) => ReactNode

interface OpenLetterProps {
  id: number
  zone: string
  besideAccount: BesideAccount
  onClose: () => void
}

/** One letter whole: who wrote it, what was answered, and the answer. */
export function OpenLetter({ id, zone, besideAccount, onClose }: OpenLetterProps) {
  const { data, error, refetch } = useCall('feedback', 'getFeedback', { id }, { staleTime: 0 })
  if (!data) {
    return error ? (
      <LoadFailure title="Письмо не загрузилось" error={error} onRetry={() => void refetch()} variant="filled" />
    ) : (
      <Skeleton height={320} radius="lg" aria-busy="true" />
    )
  }
  const { letter } = data
  return (
    <Card aria-label={`Письмо № ${id}`} className={classes.letter}>
      <Stack gap={3}>
        <Row justify="space-between" nowrap>
          <h2 className={`${typography.heading} ${classes.words}`}>{letter.subject}</h2>
          <CloseButton aria-label="Закрыть письмо" onClick={onClose} />
        </Row>
        <Facts letter={letter} zone={zone} />
        {letter.user && <Row>{besideAccount({ id: letter.user.id, name: letter.user.username })}</Row>}
        <p className={classes.message}>{letter.message}</p>
        {letter.answers.map((answer) => (
          <section key={answer.id} className={classes.answer} aria-label="Ответ">
            <div className={typography.small}>
              {answer.author ?? 'Бывший сотрудник'}, <Moment at={answer.at} zone={zone} />
            </div>
            <p className={classes.message}>{answer.text}</p>
          </section>
        ))}
        <Answer letter={letter} />
      </Stack>
    </Card>
  )
}

function Facts({ letter: { id, at, name, email, from, user, state, changedBy, changedAt }, zone }: FactsProps) {
  return (
    <Stack gap={1} className={typography.note}>
      <Row gap={[1, 2]} align="center">
        <StateMark tone={stateWords[state].tone}>{stateWords[state].title}</StateMark>
        {changedAt !== null && (
          <span>
            {changedBy ?? 'бывший сотрудник'}, <Moment at={changedAt} zone={zone} />
          </span>
        )}
        <span>
          № {id}, <Moment at={at} zone={zone} />
        </span>
      </Row>
      <div className={classes.words}>
        {name && `${name}, `}
        <a href={`mailto:${email}`} className={typography.link}>
          {email}
        </a>
      </div>
      <div>
        {user ? (
          <>
            Аккаунт:{' '}
            <Link to={`?tab=people&user=${user.id}`} className={typography.link}>
              {user.username}
            </Link>
            {!user.signedIn && ', по email: письмо написано без входа'}
          </>
        ) : (
          'Аккаунта с этой почтой нет'
        )}
      </div>
      {from !== '' && <div className={classes.words}>Написано на странице {from}</div>}
    </Stack>
  )
}

interface FactsProps {
  letter: FeedbackLetter
  zone: string
}

function Answer({ letter: { id, state, answers } }: { letter: FeedbackLetter }) {
  const [text, setText] = useState('')
  const cache = useQueryClient()
  const show = (changed: Result<'feedback', 'getFeedback'>): void => {
    cache.setQueryData(callKey('feedback', 'getFeedback', { id }), changed)
    void cache.invalidateQueries({ queryKey: ['feedback', 'listFeedback'] })
  }
  const answer = useAct('feedback', 'answerFeedback', {
    onSuccess: (changed) => {
      show(changed)
      setText('')
      showActionToast('Ответ отправлен', null)
    },
    // A colleague was faster: their answer is shown above, and this one stays in the field.
    onError: (error) => {
      if (hasCode(error, 'FEEDBACK_ALREADY_ANSWERED'))
        void cache.invalidateQueries({ queryKey: callKey('feedback', 'getFeedback', { id }) })
    },
  })
  const reopen = useAct('feedback', 'reopenFeedback', { onSuccess: show })
  const close = useAct('feedback', 'closeFeedback', {
    onSuccess: (changed) => {
      show(changed)
      showActionToast('Письмо закрыто', () => reopen.mutate({ id }))
    },
  })
  const send = (): void => {
    if (text.trim() !== '' && !answer.isPending) answer.mutate({ id, text: text.trim(), seen: answers.length })
  }
  const trouble = answer.error ?? close.error ?? reopen.error
  return (
    <Stack as="form" gap={2} onSubmit={(event) => (event.preventDefault(), send())}>
      <Textarea
        label={answers.length === 0 ? 'Ответ' : 'Ещё ответ'}
        description="Уйдёт письмом; Ctrl+Enter отправляет"
        autosize
        minRows={4}
        maxRows={16}
        maxLength={feedbackLength}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={getHotkeyHandler([['mod+Enter', send]])}
      />
      {trouble && <AlertBox tone="bad">{sentenceOf(trouble)}</AlertBox>}
      <Row>
        <Button type="submit" disabled={text.trim() === ''} loading={answer.isPending}>
          Отправить
        </Button>
        {state === 'closed' ? (
          <Button variant="default" loading={reopen.isPending} onClick={() => reopen.mutate({ id })}>
            Открыть снова
          </Button>
        ) : (
          <Button variant="default" loading={close.isPending} onClick={() => close.mutate({ id })}>
            {answers.length === 0 ? 'Закрыть без ответа' : 'Закрыть'}
          </Button>
        )}
      </Row>
    </Stack>
  )
}

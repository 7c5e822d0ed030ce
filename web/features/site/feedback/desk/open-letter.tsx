import { CloseButton, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { FeedbackLetter } from '../../../../../contract/site/feedback.ts'
import { useCall } from '../../../../kit/calls/use-call.ts'
import { Card } from '../../../../kit/ui/components/card.tsx'
import { LoadFailure } from '../../../../kit/ui/components/load-failure.tsx'
import { Moment } from '../../../../kit/ui/components/moment.tsx'
import { StateMark } from '../../../../kit/ui/components/settings-card.tsx'
import { Row, Stack } from '../../../../kit/ui/components/stack.tsx'
import typography from '../../../../kit/ui/typography.module.css'
import { LetterAnswer } from './letter-answer.tsx'
import classes from './letter-desk.module.css'
import { LetterFiles } from './letter-files.tsx'
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
        <LetterFiles letter={id} files={letter.files} label="Файлы письма" />
        {letter.answers.map((answer) => (
          <section key={answer.id} className={classes.answer} aria-label="Ответ">
            <div className={typography.small}>
              {answer.author ?? 'Бывший сотрудник'}, <Moment at={answer.at} zone={zone} />
            </div>
            <p className={classes.message}>{answer.text}</p>
            <LetterFiles letter={id} files={answer.files} label="Файлы ответа" />
          </section>
        ))}
        <LetterAnswer letter={letter} />
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

import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { CallError, hasCode, sentenceOf } from '../../../../kit/calls/call-error.ts'
import { useAct, useCall } from '../../../../kit/calls/use-call.ts'
import { AlertBox } from '../../../../kit/ui/components/alert-box.tsx'
import { Card } from '../../../../kit/ui/components/card.tsx'
import { EmptyState } from '../../../../kit/ui/components/empty-state.tsx'
import { LoadFailure } from '../../../../kit/ui/components/load-failure.tsx'
import { Row, Stack } from '../../../../kit/ui/components/stack.tsx'
import typography from '../../../../kit/ui/typography.module.css'
import { linkInWords, type SignedAction } from './link-in-words.ts'
import classes from './notice-link.module.css'

/** Where a link of a letter leads: says what it does, and does it when it is pressed. Anyone who opens a letter for its reader presses nothing. */
export function NoticeLink({ token }: { token: string }) {
  const [followed, setFollowed] = useState<SignedAction | null>(null)
  const { data, error, refetch } = useCall('notices', 'readNoticeLink', { token }, { staleTime: Infinity })
  const follow = useAct('notices', 'followNoticeLink', { onSuccess: setFollowed })
  if (error && !data) {
    if (hasCode(error, 'NOTICE_LINK_NOT_FOUND')) return <NoLink />
    if (hasCode(error, 'MESSAGE_NOT_FOUND')) return <Gone title="Сообщения больше нет в вашей ленте" />
    if (hasCode(error, 'FILTER_NOT_FOUND')) return <Gone title="Этого фильтра больше нет" />
    return <LoadFailure title="Ссылка не открылась" error={error} onRetry={() => void refetch()} level={1} />
  }
  if (!data) return <Skeleton height={240} radius="lg" aria-busy="true" />
  const shown = followed ?? data
  return (
    <Card>
      <Stack gap={4}>
        <ActionText signed={shown} />
        {follow.error && <AlertBox tone="bad">{refusedInWords(follow.error)}</AlertBox>}
        <Ways
          signed={shown}
          token={token}
          busy={follow.isPending}
          onPress={(pressed) => follow.mutate({ token: pressed })}
        />
        <p className={typography.note}>Входить в аккаунт для этого не нужно. Ссылка из письма действует 30 дней.</p>
      </Stack>
    </Card>
  )
}

function refusedInWords(error: Error): string {
  const name = error instanceof CallError && hasCode(error, 'LEAD_ALREADY_TAKEN') ? error.details.name : null
  return typeof name === 'string' && name !== '' ? `Уже взял(а): ${name}` : sentenceOf(error)
}

function ActionText({ signed }: { signed: SignedAction }) {
  const words = linkInWords(signed)
  return (
    <Stack gap={3} aria-live="polite">
      <Stack gap={2}>
        <h1 className={typography.pageTitle}>{signed.done ? words.done : words.title}</h1>
        <p className={typography.soft}>{signed.done ? words.doneText : words.text}</p>
      </Stack>
      {signed.about === 'message' && <blockquote className={classes.message}>{signed.text}</blockquote>}
    </Stack>
  )
}

interface WaysProps {
  signed: SignedAction
  token: string
  busy: boolean
  onPress: (token: string) => void
}

function Ways({ signed, token, busy, onPress }: WaysProps) {
  const { done, undo, messageId } = signed
  const words = linkInWords(signed)
  const [to, title] =
    messageId === null ? ['/notices', 'Настроить уведомления'] : [`/feed?message=${messageId}`, 'Открыть в ленте']
  return (
    <Row>
      {!done && (
        <Button size="md" loading={busy} onClick={() => onPress(token)}>
          {words.press}
        </Button>
      )}
      <Button component={Link} to={to} size="md" variant={done && messageId !== null ? 'filled' : 'default'}>
        {title}
      </Button>
      {undo !== null && (
        <Button size="md" variant="subtle" loading={busy} onClick={() => onPress(undo)}>
          {words.undo}
        </Button>
      )}
    </Row>
  )
}

/** A link that is not ours, is too old, or was not copied whole. */
export function NoLink() {
  return (
    <Gone title="Эта ссылка больше не действует">
      Ссылки из писем живут 30 дней. Откройте ленту или настройки уведомлений, чтобы сделать то же там.
    </Gone>
  )
}

function Gone({ title, children }: { title: string; children?: string }) {
  return (
    <EmptyState
      picture="lost"
      level={1}
      title={title}
      action={
        <Row justify="center">
          <Button component={Link} to="/feed">
            К ленте
          </Button>
          <Button component={Link} to="/notices" variant="default">
            Настроить уведомления
          </Button>
        </Row>
      }
    >
      {children}
    </EmptyState>
  )
}

import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { MailingType } from '../../../../contract/office/mailings.ts'
import { hasCode, sentenceOf } from '../../../kit/calls/call-error.ts'
import type { Result } from '../../../kit/calls/ask.ts'
import { useAct, useCall } from '../../../kit/calls/use-call.ts'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { Card } from '../../../kit/ui/components/card.tsx'
import { EmptyState } from '../../../kit/ui/components/empty-state.tsx'
import { LoadFailure } from '../../../kit/ui/components/load-failure.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'

const words: Record<MailingType, { asks: string; done: string }> = {
  info: { asks: 'Больше не присылать новости сервиса?', done: 'Новости больше не придут' },
  advertising: { asks: 'Больше не присылать предложения и скидки?', done: 'Предложения больше не придут' },
}

/** Where a link of a mailing leads: asks, and does it when it is pressed. Anyone who opens a letter for its reader presses nothing. */
export function LeaveMailings({ token }: { token: string }) {
  const [followed, setFollowed] = useState<Result<'mailings', 'readMailingLink'> | null>(null)
  const { data, error, refetch } = useCall('mailings', 'readMailingLink', { token }, { staleTime: Infinity })
  const follow = useAct('mailings', 'followMailingLink', { onSuccess: setFollowed })
  if (error && !data) {
    if (hasCode(error, 'MAILING_LINK_NOT_FOUND')) return <NoMailingLink />
    return <LoadFailure title="Ссылка не открылась" error={error} onRetry={() => void refetch()} level={1} />
  }
  if (!data) return <Skeleton height={240} radius="lg" aria-busy="true" />
  const { type, done, doneAll } = followed ?? data
  return (
    <Card>
      <Stack gap={4}>
        <Stack gap={2} aria-live="polite">
          <h1 className={typography.pageTitle}>
            {doneAll && done ? 'Рассылки больше не придут' : done ? words[type].done : words[type].asks}
          </h1>
          <p className={typography.soft}>
            Коды, чеки и уведомления, которые вы настроили сами, приходят как раньше. Вернуть рассылки можно в профиле.
          </p>
        </Stack>
        {follow.error && <AlertBox tone="bad">{sentenceOf(follow.error)}</AlertBox>}
        <Row>
          {!done && (
            <Button size="md" loading={follow.isPending} onClick={() => follow.mutate({ token })}>
              Отписаться
            </Button>
          )}
          {!doneAll && (
            <Button
              size="md"
              variant="default"
              loading={follow.isPending}
              onClick={() => follow.mutate({ token, all: true })}
            >
              Отписаться от всех рассылок
            </Button>
          )}
          {done && (
            <Button component={Link} to="/profile" size="md" variant="default">
              Что мне присылать
            </Button>
          )}
        </Row>
      </Stack>
    </Card>
  )
}

/** A link that is not ours, or was not copied whole. */
export function NoMailingLink() {
  return (
    <EmptyState
      picture="lost"
      level={1}
      title="Эта ссылка скопирована не целиком"
      action={
        <Button component={Link} to="/profile">
          Открыть профиль
        </Button>
      }
    >
      Откройте ссылку «Отписаться» прямо из письма или выберите в профиле, что вам присылать.
    </EmptyState>
  )
}

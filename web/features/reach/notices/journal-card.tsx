import { Skeleton } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { JournalNotice, NoticeState } from '../../../../contract/reach/notices.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { LoadFailure } from '../../../kit/ui/components/load-failure.tsx'
import { Moment } from '../../../kit/ui/components/moment.tsx'
import { Pager } from '../../../kit/ui/components/pager.tsx'
import { SettingsCard, SettingsNote, StateMark } from '../../../kit/ui/components/settings-card.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { usePageNumber } from '../../../kit/ui/hooks/use-page-hash.ts'
import typography from '../../../kit/ui/typography.module.css'
import classes from './notices.module.css'
import { channelNames } from './rule-in-words.ts'

const LIMIT = 10
const REACH = 10_000
const LIST = 'notices'

/** What was sent where and when, and what was not, and why. */
export function JournalCard({ zone }: { zone: string }) {
  const [page] = usePageNumber(LIST)
  const { data, error, refetch, isPlaceholderData } = useCall(
    'notices',
    'listNotices',
    { page, limit: LIMIT },
    { placeholderData: keepPreviousData, staleTime: 0 },
  )
  return (
    <SettingsCard title="Что присылали">
      {data ? (
        data.notices.length > 0 ? (
          <ul className={classes.list} aria-busy={isPlaceholderData}>
            {data.notices.map((notice) => (
              <NoticeRow key={notice.id} notice={notice} zone={zone} />
            ))}
          </ul>
        ) : (
          <SettingsNote>
            {page > 1
              ? 'На этой странице ничего нет.'
              : 'Пока ничего. Здесь будет всё, что мы вам присылали за тридцать дней.'}
          </SettingsNote>
        )
      ) : error ? (
        <LoadFailure error={error} onRetry={() => void refetch()}>
          Журнал не загрузился.
        </LoadFailure>
      ) : (
        <Skeleton height={120} radius="md" aria-busy="true" />
      )}
      {data && (
        <Row gap={0} justify="center" nowrap>
          <Pager page={page} pages={Math.ceil(data.total / LIMIT)} reach={REACH} list={LIST} />
        </Row>
      )}
    </SettingsCard>
  )
}

const states: Record<NoticeState, { tone: 'good' | 'warn' | 'quiet'; words: string }> = {
  waiting: { tone: 'quiet', words: 'отправляется' },
  sent: { tone: 'good', words: 'отправлено' },
  failed: { tone: 'warn', words: 'не доставлено' },
  skipped: { tone: 'quiet', words: 'не отправлено' },
}

function NoticeRow({ notice, zone }: { notice: JournalNotice; zone: string }) {
  const { at, channel, title, text, state, reason, to, messageId } = notice
  const { tone, words } = states[state]
  return (
    <Row as="li" gap={[1, 5]} align="baseline" justify="space-between" className={classes.row}>
      <Stack gap={0} className={classes.words}>
        <span className={classes.name}>
          {messageId === null ? (
            title
          ) : (
            <Link className={typography.link} to={`/feed?message=${messageId}`}>
              {title}
            </Link>
          )}
        </span>
        {text !== '' && <span>{text}</span>}
        <SettingsNote>
          <Moment at={at} zone={zone} /> · {channelNames[channel]}
          {to.length > 0 && `: ${to.join(', ')}`}
        </SettingsNote>
        {reason !== null && <SettingsNote>{reason}</SettingsNote>}
      </Stack>
      <StateMark tone={tone}>{words}</StateMark>
    </Row>
  )
}

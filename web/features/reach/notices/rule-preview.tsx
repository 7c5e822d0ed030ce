import { Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import type { NoticeChannel, NoticeRule } from '../../../../contract/reach/notices.ts'
import { messageForms, plural } from '../../../../rules/plural.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { CountBars } from '../../../kit/ui/components/count-bars.tsx'
import { LoadFailure } from '../../../kit/ui/components/load-failure.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import classes from './notices.module.css'
import { cameInWords, noticeForms } from './rule-in-words.ts'

const PAUSE_MS = 400
const EXAMPLES = 3

const day = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', timeZone: 'UTC' })
const inWords = (date: string): string => day.format(new Date(`${date}T00:00:00Z`))

export interface RulePreviewProps {
  filterId: number
  channel: NoticeChannel
  rule: NoticeRule
}

/** What would have come in the last seven days under this rule. */
export function RulePreview({ rule, ...asked }: RulePreviewProps) {
  const [settled] = useDebouncedValue(rule, PAUSE_MS)
  const { data, error, refetch, isPlaceholderData } = useCall(
    'notices',
    'previewNoticeRule',
    { ...asked, ...settled },
    { placeholderData: keepPreviousData, staleTime: 60_000, enabled: settled.mode !== 'off' },
  )
  if (rule.mode === 'off') return null
  if (!data) {
    return error ? (
      <LoadFailure error={error} onRetry={() => void refetch()}>
        Не удалось посчитать, что пришло бы.
      </LoadFailure>
    ) : (
      <Skeleton height={140} radius="md" aria-busy="true" />
    )
  }
  const { messages, notices, capped, days, examples } = data
  const ends = [days[0], days.at(-1)].map((each) => (each ? inWords(each.day) : '')) as [string, string]
  return (
    <Stack gap={3} aria-busy={isPlaceholderData}>
      <p>
        <span className={typography.note}>За последние семь дней: </span>
        <span className={classes.came}>
          {capped ? 'не меньше чем ' : ''}
          {cameInWords(notices, messages)}
        </span>
      </p>
      <CountBars
        label="Уведомления по дням"
        ends={ends}
        bars={days.map(({ day: date, notices: noticeCount, messages: found }) => ({
          key: date,
          count: noticeCount,
          words: `${inWords(date)}: ${noticeCount} ${plural(noticeCount, noticeForms)}, ${found} ${plural(found, messageForms)}`,
        }))}
      />
      {rule.mode === 'now' && (
        <p className={typography.note}>
          Посчитано для одного этого фильтра: если вместе с другими их больше, чем можно за час, часть придёт позже,
          одним уведомлением.
        </p>
      )}
      {examples.length > 0 && (
        <ul className={classes.examples}>
          {examples.slice(0, EXAMPLES).map(({ at, title, text }) => (
            <li key={at + title} className={classes.example}>
              <strong>{title}</strong>
              <div className={typography.note}>{text}</div>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  )
}

import { Loader } from '@mantine/core'
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import type { Result } from '../../../../kit/calls/ask.ts'
import { loadSentenceOf } from '../../../../kit/calls/call-error.ts'
import { useCall } from '../../../../kit/calls/use-call.ts'
import { Moment } from '../../../../kit/ui/components/moment.tsx'
import { Stack } from '../../../../kit/ui/components/stack.tsx'
import typography from '../../../../kit/ui/typography.module.css'
import classes from './message-history.module.css'

type Done = Result<'feed', 'listActivity'>['activity'][number]

const doneTitles: Record<Done['what'], string> = {
  viewed: 'прочитано',
  favorite: 'в избранное',
  like: 'нравится',
  dislike: 'не нравится',
  note: 'заметка',
  spam: 'отмечено как спам',
  answered: 'ответ отправлен',
}

interface Line {
  at: string
  what: string
  who: string | null
}

/** When it was written, found and edited, and what the reader and their colleagues did with it, the latest last. */
export function MessageHistory({ message, zone }: { message: FeedMessage; zone: string }) {
  const { data, error } = useCall('feed', 'listActivity', { id: message.id }, { staleTime: 0 })
  const lines: Line[] = [
    { at: message.publishedAt, what: 'опубликовано', who: null },
    { at: message.receivedAt, what: 'найдено', who: null },
    ...(message.editedAt === null ? [] : [{ at: message.editedAt, what: 'изменено автором', who: null }]),
    ...(data?.activity ?? []).map(({ at, what, user, mine }) => ({
      at,
      what: doneTitles[what],
      who: mine ? 'вы' : user,
    })),
  ]
  return (
    <>
      <Stack as="ol" gap={1} className={classes.history}>
        {lines
          .toSorted((one, other) => one.at.localeCompare(other.at))
          .map(({ at, what, who }) => (
            <li key={`${at} ${what} ${who}`} className={classes.line}>
              <span>
                {what}
                {who !== null && <span className={typography.muted}> — {who}</span>}
              </span>
              <span className={classes.when}>
                <Moment at={at} zone={zone} />
              </span>
            </li>
          ))}
      </Stack>
      {error && !data && <p className={typography.note}>Отметки не загрузились. {loadSentenceOf(error)}</p>}
      {!data && !error && <Loader size="xs" type="dots" aria-label="Загрузка" />}
    </>
  )
}

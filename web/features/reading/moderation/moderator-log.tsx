import { IconGavel } from '@tabler/icons-react'
import type { FeedMessage } from '../../../../contract/reading/feed.ts'
import { moderationActions } from '../../../../contract/reading/message-marks.ts'
import { LatePopover } from '../../../kit/ui/components/late-menu.tsx'
import { Moment } from '../../../kit/ui/components/moment.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import classes from './moderator-log.module.css'

const titles: Record<(typeof moderationActions)[number], string> = {
  approve: 'Одобрено',
  reject: 'Отклонено',
  rejectText: 'Отклонён текст',
  rejectAuthor: 'Отклонён автор',
  undo: 'Решение снято',
  spam: 'Отмечено как спам',
  unspam: 'Отметка «спам» снята',
  location: 'Указано место',
  copy: 'Скопировано в категорию',
  move: 'Перенесено в категорию',
}

/** What moderators did with a message: the last of it in a line, all of it when asked. */
export function ModeratorLog({ message: { moderatorLog }, zone }: { message: FeedMessage; zone: string }) {
  const newestFirst = moderatorLog.toSorted((one, other) => other.at.localeCompare(one.at))
  const [last] = newestFirst
  if (!last) return null
  return (
    <LatePopover
      position="bottom-start"
      width={320}
      shadow="md"
      radius="md"
      label="Журнал модераторов"
      target={
        <button type="button" className={classes.target}>
          <IconGavel size={15} stroke={1.8} aria-hidden="true" />
          {titles[last.action]}: {last.user.name}
          {newestFirst.length > 1 && ` и ещё ${newestFirst.length - 1}`}
        </button>
      }
    >
      <Stack as="ol" gap={2} className={classes.log}>
        {newestFirst.map(({ user, action, detail, at }, index) => (
          <li key={index}>
            <div>
              {titles[action]}
              {detail && `: ${detail}`}
            </div>
            <div className={typography.small}>
              {user.name}, <Moment at={at} zone={zone} />
            </div>
          </li>
        ))}
      </Stack>
    </LatePopover>
  )
}

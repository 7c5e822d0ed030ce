import { IconNote } from '@tabler/icons-react'
import type { FeedMessage } from '../../../../contract/reading/feed.ts'
import { Moment } from '../../../kit/ui/components/moment.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import classes from './message-notes.module.css'

export interface MessageNotesProps {
  message: FeedMessage
  myId: number
  zone: string
  /** Null: their own can't be changed here. */
  onEdit: (() => void) | null
}

/** What was noted to a message, by the reader and by their team. */
export function MessageNotes({ message: { notes }, myId, zone, onEdit }: MessageNotesProps) {
  if (notes.length === 0) return null
  return (
    <Stack as="ul" gap="tight" className={classes.notes} aria-label="Заметки">
      {notes.map(({ user, text, updatedAt }) => (
        <Row key={user.id} as="li" nowrap className={classes.note}>
          <IconNote size={16} stroke={1.7} aria-hidden="true" />
          <div className={classes.body}>
            {user.id === myId && onEdit ? (
              <button type="button" className={classes.own} title="Изменить заметку" onClick={onEdit}>
                {text}
              </button>
            ) : (
              <span className={classes.text}>{text}</span>
            )}
            <span className={classes.who}>
              {user.id === myId ? 'вы' : user.name}, <Moment at={updatedAt} zone={zone} />
            </span>
          </div>
        </Row>
      ))}
    </Stack>
  )
}

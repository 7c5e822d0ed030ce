import { IconNote } from '@tabler/icons-react'
import type { FeedMessage } from '../../../contract/feed.ts'
import { Moment } from '../../kit/ui/moment.tsx'
import classes from './message-notes.module.css'

export interface MessageNotesProps {
  message: FeedMessage
  myId: number
  zone: string
  onEdit: () => void
}

/** What was noted to a message, by the reader and by his team. */
export function MessageNotes({ message: { notes }, myId, zone, onEdit }: MessageNotesProps) {
  if (notes.length === 0) return null
  return (
    <ul className={classes.notes} aria-label="Заметки">
      {notes.map(({ user, text, updatedAt }) => (
        <li key={user.id} className={classes.note}>
          <IconNote size={16} stroke={1.7} aria-hidden="true" />
          <div className={classes.body}>
            {user.id === myId ? (
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
        </li>
      ))}
    </ul>
  )
}

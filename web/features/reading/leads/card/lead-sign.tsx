import { IconBell } from '@tabler/icons-react'
import type { NamedPerson } from '../../../../../contract/reading/lead-mark.ts'
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import { leadStatusTitles } from '../../../../../rules/lead-words.ts'
import { initialsOf } from './initials.ts'
import classes from './lead-sign.module.css'
import { useLookers } from './looking.ts'

export interface LeadSignProps {
  message: Pick<FeedMessage, 'id' | 'lead' | 'answers'>
  myId: number
  /** Opens the menu of the lead. Without it the sign is there to be read. */
  onOpen?: () => void
}

/** How far work on a message is, whose it is, and who looks at it now; nothing for what no one has touched or looks at. */
export function LeadSign({ message, myId, onOpen }: LeadSignProps) {
  const lookers = useLookers(message.id)
  return (
    <>
      <Mark {...{ message, myId, onOpen }} />
      {lookers.length > 0 && (
        <span
          className={classes.lookers}
          role="img"
          aria-label={lookersInWords(lookers)}
          title={lookersInWords(lookers)}
        >
          {lookers.slice(0, MOST_FACES).map(({ id, name }) => (
            <span key={id} className={classes.face} data-initials={initialsOf(name)} data-looking />
          ))}
        </span>
      )}
    </>
  )
}

const MOST_FACES = 3

/** «смотрит Вера», «смотрят Вера и Олег» */
export function lookersInWords(lookers: readonly NamedPerson[]): string {
  const names = lookers.map(({ name }) => name)
  return names.length === 1 ? `смотрит ${names[0]}` : `смотрят ${names.slice(0, -1).join(', ')} и ${names.at(-1)}`
}

function Mark({ message: { lead, answers }, myId, onOpen }: LeadSignProps) {
  if (!lead || (lead.status === 'new' && !lead.assignee)) return null
  const { status, assignee, remindAt } = lead
  const title = leadStatusTitles[status]
  const words = assignee ? `${title}, ${assignee.id === myId ? 'вы' : assignee.name}` : title
  const shown = (
    <>
      {assignee && (
        <span
          className={classes.face}
          data-initials={initialsOf(assignee.name)}
          data-mine={assignee.id === myId || undefined}
        />
      )}
      {/* Who answered, and how soon, stands beside it. */}
      {!(status === 'answered' && answers.length > 0 && assignee) && <span className={classes.status}>{title}</span>}
      {remindAt !== null && <IconBell size={13} stroke={1.8} aria-hidden="true" />}
    </>
  )
  const look = { className: classes.sign, 'data-status': status, title: words, 'aria-label': words }
  return onOpen ? (
    <button type="button" {...look} aria-haspopup="menu" onClick={onOpen}>
      {shown}
    </button>
  ) : (
    <span {...look} role="img">
      {shown}
    </span>
  )
}

import { IconBell, IconMessage } from '@tabler/icons-react'
import type { WantedMove } from '../card/lead-changes.ts'
import type { NamedPerson } from '../../../../../contract/reading/lead-mark.ts'
import { networkTitles } from '../../../../../contract/networks.ts'
import type { LeadStatus } from '../../../../../contract/reading/leads.ts'
import { leadStatusTitles } from '../../../../../rules/lead-words.ts'
import { formatRoubles } from '../../../../../rules/money.ts'
import { Moment } from '../../../../kit/ui/components/moment.tsx'
import { NetworkIcon } from '../../../../kit/ui/components/network-icon.tsx'
import { useNow } from '../../../../kit/ui/hooks/use-now.ts'
import typography from '../../../../kit/ui/typography.module.css'
import { initialsOf } from '../card/initials.ts'
import sign from '../card/lead-sign.module.css'
import { reminderInWords } from '../card/reminder-times.ts'
import classes from './lead-card.module.css'
import { faceOf } from './lead-face.ts'
import { LeadMoveMenu } from './lead-move-menu.tsx'
import { makeStop } from './use-board-events.ts'
import { assigneeOfItem, keyOfItem, statusOfItem, type BoardItem } from './use-lead-moves.ts'

export interface BoardCallbacks {
  me: NamedPerson
  people: readonly NamedPerson[]
  zone: string
  /** May the reader work on it, or only look? */
  mayWork: (item: BoardItem) => boolean
  onOpen: (item: BoardItem) => void
  onMove: (item: BoardItem, change: WantedMove) => void
}

export interface LeadCardProps extends Omit<BoardCallbacks, 'onOpen'> {
  item: BoardItem
  /** Where it stands; another status than its own says that someone moved it meanwhile. */
  column: LeadStatus
  isMoving: boolean
}

/** A lead on the board: who wants what, since when, who has it. */
export function LeadCard(props: LeadCardProps) {
  const { item, column, isMoving, zone, mayWork } = props
  const isTheirs = mayWork(item)
  const { name, text, network, product, place, publishedAt, demo } = faceOf(item)
  const status = statusOfItem(item)
  return (
    <article
      ref={makeStop}
      className={classes.card}
      aria-label={name}
      data-board-item={keyOfItem(item)}
      data-moving={isMoving || undefined}
      draggable={isTheirs}
    >
      <div className={classes.head}>
        <span className={classes.name}>{name}</span>
        <span className={classes.when}>
          <Moment at={publishedAt} zone={zone} short />
        </span>
      </div>
      <p className={typography.threeLines}>{text}</p>
      <p className={classes.where}>
        <span title={networkTitles[network]}>
          <NetworkIcon network={network} size={14} /> {product}
        </span>
        {place !== null && <span>· {place}</span>}
        {demo && <span>· Демо</span>}
      </p>
      <div className={classes.foot}>
        {status !== column && <span className={classes.elsewhere}>уже «{leadStatusTitles[status]}»</span>}
        <Facts {...props} />
        {isTheirs && (
          <span className={classes.menu}>
            <LeadMoveMenu {...props} name={name} />
          </span>
        )}
      </div>
    </article>
  )
}

/** Who has it, what came of it, of what one is to be reminded. */
function Facts({ item, me, zone }: LeadCardProps) {
  const now = useNow().getTime()
  const assignee = assigneeOfItem(item)
  const { lead } = item
  return (
    <>
      {assignee && (
        <span className={classes.fact} title={`Ответственный: ${assignee.name}`}>
          <span
            className={sign.face}
            data-initials={initialsOf(assignee.name)}
            data-mine={assignee.id === me.id || undefined}
            aria-hidden="true"
          />
          {assignee.id === me.id ? 'вы' : assignee.name}
        </span>
      )}
      {lead?.sum != null && <span className={classes.sum}>{formatRoubles(lead.sum)}</span>}
      {lead?.remindAt != null && (
        <span
          className={`${classes.fact} ${Date.parse(lead.remindAt) <= now ? classes.over : ''}`}
          title={lead.reminder ?? 'Напоминание'}
        >
          <IconBell size={14} stroke={1.8} aria-hidden="true" />
          {reminderInWords(lead.remindAt, now, zone)}
        </span>
      )}
      {lead && lead.comments > 0 && (
        <span className={classes.fact} title="Комментарии">
          <IconMessage size={14} stroke={1.8} aria-hidden="true" />
          {lead.comments}
        </span>
      )}
    </>
  )
}

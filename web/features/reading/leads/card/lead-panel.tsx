import { NativeSelect } from '@mantine/core'
import { Link } from 'react-router'
import type { NamedPerson } from '../../../../../contract/reading/lead-mark.ts'
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import { leadStatuses, type LeadStatus } from '../../../../../contract/reading/leads.ts'
import { leadStatusTitles } from '../../../../../rules/lead-words.ts'
import type { Action } from '../../../../kit/actions/action.ts'
import { useCall } from '../../../../kit/calls/use-call.ts'
import { ChoiceChips } from '../../../../kit/ui/components/choice-chips.tsx'
import { Stack } from '../../../../kit/ui/components/stack.tsx'
import typography from '../../../../kit/ui/typography.module.css'
import { assigneeIdOf, assigneeOf, statusOf, UNKNOWN_LEAD } from './lead-changes.ts'
import { LeadDetail } from './lead-detail.tsx'
import { leadMoves } from './lead-moves.ts'
import { lookersInWords } from './lead-sign.tsx'
import { useLookers } from './looking.ts'

export interface LeadPanelProps {
  message: FeedMessage
  me: NamedPerson
  zone: string
  /** False: it is there to be read. */
  mayWork: boolean
  perform: (action: Action) => void
}

const statuses = leadStatuses.map((value) => ({ value, title: leadStatusTitles[value] }))

/** All of a lead, where all of its message is shown: how far it is, whose, what came of it, what the team says of it. */
export function LeadPanel({ message, me, zone, mayWork, perform }: LeadPanelProps) {
  const moves = leadMoves(me)
  const lookers = useLookers(message.id)
  const { lead } = message
  return (
    <Stack gap={3}>
      {lookers.length > 0 && (
        <p className={typography.note} role="status">
          Сейчас это {lookersInWords(lookers)}
        </p>
      )}
      <LeadPlace
        message={message}
        me={me}
        change={
          mayWork
            ? {
                onStatus: (status) => perform(moves.setStatus(status)),
                onAssignee: (person) => perform(moves.assign(person)),
              }
            : null
        }
      />
      {lead && lead.id !== UNKNOWN_LEAD && (
        <LeadDetail key={lead.id} lead={lead} me={me} zone={zone} perform={mayWork ? perform : null} />
      )}
      <Link to="/leads" className={`${typography.link} ${typography.note}`}>
        Все лиды
      </Link>
    </Stack>
  )
}

interface LeadPlaceProps {
  message: Pick<FeedMessage, 'lead'>
  me: NamedPerson
  /** Null: it is there to be read. */
  change: { onStatus: (status: LeadStatus) => void; onAssignee: (person: NamedPerson | null) => void } | null
}

/** How far a lead is, and whose it is. */
export function LeadPlace({ message, me, change }: LeadPlaceProps) {
  if (!change)
    return (
      <>
        <span className={typography.note}>Статус: {leadStatusTitles[statusOf(message)].toLowerCase()}</span>
        <AssigneeInWords message={message} me={me} />
      </>
    )
  return (
    <>
      <ChoiceChips label="Статус лида" options={statuses} value={statusOf(message)} onChange={change.onStatus} />
      <Assignee message={message} me={me} onChoose={change.onAssignee} />
    </>
  )
}

function AssigneeInWords({ message, me }: Pick<LeadPlaceProps, 'message' | 'me'>) {
  const assignee = assigneeOf(message)
  return (
    <span className={typography.note}>
      {assignee === null ? 'Ответственного нет' : `Ответственный: ${assignee.id === me.id ? 'вы' : assignee.name}`}
    </span>
  )
}

interface AssigneeProps {
  message: Pick<FeedMessage, 'lead'>
  me: NamedPerson
  onChoose: (person: NamedPerson | null) => void
}

const NO_ONE = ''

/** In a team it can be given to another. */
function Assignee({ message, me, onChoose }: AssigneeProps) {
  const { data } = useCall('team', 'getTeam', {}, { staleTime: Infinity })
  const assignee = assigneeOf(message)
  const able = data?.team?.members.filter(({ right }) => right !== 'view') ?? []
  if (able.length < 2) return <AssigneeInWords message={message} me={me} />
  const people = [able.find(({ id }) => id === me.id) ?? me, ...able.filter(({ id }) => id !== me.id)]
  // Someone who has left may have it still.
  const listed = assignee && !people.some(({ id }) => id === assignee.id) ? [...people, assignee] : people
  return (
    <NativeSelect
      aria-label="Ответственный"
      size="sm"
      value={String(assigneeIdOf(message) ?? NO_ONE)}
      data={[
        { value: NO_ONE, label: 'Ответственного нет' },
        ...listed.map(({ id, name }) => ({ value: String(id), label: id === me.id ? `${name} (вы)` : name })),
      ]}
      onChange={({ currentTarget: { value } }) => {
        const chosen = listed.find(({ id }) => String(id) === value)
        onChoose(value === NO_ONE || !chosen ? null : { id: chosen.id, name: chosen.name })
      }}
    />
  )
}

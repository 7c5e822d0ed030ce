import { Loader, Menu, Portal } from '@mantine/core'
import { useState, type KeyboardEvent } from 'react'
import type { NamedPerson } from '../../../../../contract/reading/lead-mark.ts'
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import { leadStatuses } from '../../../../../contract/reading/leads.ts'
import { leadStatusTitles } from '../../../../../rules/lead-words.ts'
import type { CardDialogProps } from '../../../../kit/actions/card-action.ts'
import { useCall } from '../../../../kit/calls/use-call.ts'
import { assigneeIdOf, statusOf } from './lead-changes.ts'
import classes from './lead-menu.module.css'
import { leadMoves } from './lead-moves.ts'

/** How far a lead is and whose it is: one press chooses. Opens where the press was that asked for it. */
export function LeadMenu({ message, me, perform, onClose }: CardDialogProps & { me: NamedPerson }) {
  const [at] = useState(() => placeOf(message))
  const moves = leadMoves(me)
  const choose = (act: () => void) => (): void => {
    onClose()
    act()
  }
  const statuses = leadStatuses.map((status) => ({ status, choose: choose(() => perform(moves.setStatus(status))) }))
  const pressDigit = ({ code }: KeyboardEvent): void => statuses[Number(/^Digit(\d)$/.exec(code)?.[1]) - 1]?.choose()
  return (
    <Portal>
      <Menu
        opened
        onClose={onClose}
        position="bottom-start"
        radius="md"
        shadow="md"
        width={250}
        withinPortal
        returnFocus={false}
      >
        <Menu.Target>
          {/* The menu is called by it. */}
          <span className={classes.target} style={at} aria-hidden="true">
            Статус и ответственный
          </span>
        </Menu.Target>
        <Menu.Dropdown onKeyDown={pressDigit}>
          <Menu.Label>Статус</Menu.Label>
          {statuses.map(({ status, choose: onChoose }, index) => (
            <Menu.RadioItem
              key={status}
              value={status}
              checked={status === statusOf(message)}
              closeMenuOnClick
              className={classes.item}
              rightSection={<kbd className={classes.key}>{index + 1}</kbd>}
              onChange={onChoose}
            >
              {leadStatusTitles[status]}
            </Menu.RadioItem>
          ))}
          <Assignees message={message} me={me} onChoose={(person) => choose(() => perform(moves.assign(person)))()} />
        </Menu.Dropdown>
      </Menu>
    </Portal>
  )
}

interface AssigneesProps {
  message: FeedMessage
  me: NamedPerson
  onChoose: (person: NamedPerson | null) => void
}

/** Of the team; nothing where there is none. */
function Assignees({ message, me, onChoose }: AssigneesProps) {
  const { data, error } = useCall('team', 'getTeam', {}, { staleTime: Infinity })
  const assigneeId = assigneeIdOf(message)
  if (error || data?.team === null) return null
  const people = data?.team.members.filter(({ id, right }) => id !== me.id && right !== 'view')
  return (
    <>
      <Menu.Divider />
      <Menu.Label>Ответственный</Menu.Label>
      {people ? (
        [{ ...me, name: 'Я' }, ...people, null].map((person) => (
          <Menu.RadioItem
            key={person?.id ?? 'none'}
            value={String(person?.id)}
            checked={assigneeId === (person?.id ?? null)}
            closeMenuOnClick
            className={classes.item}
            onChange={() => onChoose(person && (person.id === me.id ? me : { id: person.id, name: person.name }))}
          >
            {person?.name ?? 'Никто'}
          </Menu.RadioItem>
        ))
      ) : (
        <Loader size="xs" type="dots" aria-label="Загрузка" className={classes.waiting} />
      )}
    </>
  )
}

interface Place {
  left: number
  top: number
  width: number
  height: number
}

/** What was pressed, or the card. */
function placeOf({ id }: FeedMessage): Place {
  const { activeElement } = document
  const card = document.querySelector(`[data-item="${id}"]`)
  // A menu from which it was chosen goes: the button of that menu stays.
  const pressed = activeElement?.matches('button:not([role="menuitem"])') ? activeElement : null
  const shown = pressed ?? card?.querySelector('[data-place="more"]') ?? card
  const { left = 0, top = 0, width = 0, height = 0 } = shown?.getBoundingClientRect() ?? {}
  return { left: left + window.scrollX, top: top + window.scrollY, width, height }
}

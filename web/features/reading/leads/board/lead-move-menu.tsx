import { Menu } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import type { WantedMove } from '../card/lead-changes.ts'
import type { NamedPerson } from '../../../../../contract/reading/lead-mark.ts'
import { leadStatuses } from '../../../../../contract/reading/leads.ts'
import { leadStatusTitles } from '../../../../../rules/lead-words.ts'
import iconButton from '../../../../kit/ui/components/icon-button.module.css'
import { assigneeOfItem, statusOfItem, type BoardItem } from './use-lead-moves.ts'

export interface LeadMoveMenuProps {
  item: BoardItem
  /** Of whom it is, for anyone who hears the button. */
  name: string
  me: NamedPerson
  /** Whom it can be given to; the reader among them. */
  people: readonly NamedPerson[]
  onMove: (item: BoardItem, change: WantedMove) => void
}

/** Everything that dragging does, and to whom the lead is given: by mouse, by finger and by keyboard. */
export function LeadMoveMenu({ item, name, me, people, onMove }: LeadMoveMenuProps) {
  const assignee = assigneeOfItem(item)
  const others = people.filter(({ id }) => id !== me.id)
  return (
    <Menu position="bottom-end" width={230} radius="md" shadow="md" withinPortal>
      <Menu.Target>
        <button type="button" className={iconButton.button} aria-label={`Переместить: ${name}`} title="Переместить">
          <IconArrowsExchange size={16} stroke={1.8} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Статус</Menu.Label>
        {leadStatuses.map((status) => (
          <Menu.Item key={status} disabled={status === statusOfItem(item)} onClick={() => onMove(item, { status })}>
            {leadStatusTitles[status]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>Ответственный</Menu.Label>
        {assignee?.id !== me.id && <Menu.Item onClick={() => onMove(item, { assignee: me })}>Я</Menu.Item>}
        {others
          .filter(({ id }) => id !== assignee?.id)
          .map((person) => (
            <Menu.Item key={person.id} onClick={() => onMove(item, { assignee: person })}>
              {person.name}
            </Menu.Item>
          ))}
        {assignee && <Menu.Item onClick={() => onMove(item, { assignee: null })}>Никто</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  )
}

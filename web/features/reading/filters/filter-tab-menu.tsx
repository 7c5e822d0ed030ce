import {
  IconArrowLeft,
  IconArrowRight,
  IconCopy,
  IconDotsVertical,
  IconShare,
  IconPencil,
  IconTrash,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import type { Filter } from '../../../../contract/reading/filters.ts'
import { LateMenu } from '../../../kit/ui/components/late-menu.tsx'
import { moveFilter } from './filter-order.ts'
import classes from './filter-tabs.module.css'
import type { FilterActs } from './use-filter-acts.ts'

export interface FilterTabMenuProps {
  filter: Filter
  /** All there are, in their order. */
  filters: readonly Filter[]
  acts: FilterActs
  /** There is a team to show it to. */
  mayShare: boolean
  onRename: () => void
  onShare: () => void
}

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const

export function FilterTabMenu({ filter, filters, acts, mayShare, onRename, onShare }: FilterTabMenuProps) {
  const changes = filter.editable && !filter.isDefault
  const left = moveFilter(filters, filter.id, -1)
  const right = moveFilter(filters, filter.id, 1)
  return (
    <LateMenu
      position="bottom-end"
      width={240}
      target={
        <button type="button" className={classes.more} aria-label={`Действия с фильтром «${filter.name}»`}>
          <IconDotsVertical size={18} stroke={1.8} aria-hidden="true" />
        </button>
      }
    >
      {(Menu) => (
        <>
          {changes && (
            <Menu.Item leftSection={<IconPencil {...icon} />} onClick={onRename}>
              Переименовать
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => acts.copy(filter)}>
            Скопировать
          </Menu.Item>
          <Menu.Item leftSection={<IconShare {...icon} />} onClick={onShare}>
            Поделиться…
          </Menu.Item>
          {changes && (mayShare || filter.scope === 'team') && (
            <Menu.Item
              leftSection={filter.scope === 'team' ? <IconUser {...icon} /> : <IconUsers {...icon} />}
              onClick={() => acts.setScope(filter, filter.scope === 'team' ? 'local' : 'team')}
            >
              {filter.scope === 'team' ? 'Сделать личным' : 'Показать команде'}
            </Menu.Item>
          )}
          {(left || right) && <Menu.Divider />}
          {left && (
            <Menu.Item
              leftSection={<IconArrowLeft {...icon} />}
              closeMenuOnClick={false}
              onClick={() => acts.order(left)}
            >
              Левее
            </Menu.Item>
          )}
          {right && (
            <Menu.Item
              leftSection={<IconArrowRight {...icon} />}
              closeMenuOnClick={false}
              onClick={() => acts.order(right)}
            >
              Правее
            </Menu.Item>
          )}
          {changes && (
            <>
              <Menu.Divider />
              <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => acts.remove(filter)}>
                Удалить
              </Menu.Item>
            </>
          )}
        </>
      )}
    </LateMenu>
  )
}

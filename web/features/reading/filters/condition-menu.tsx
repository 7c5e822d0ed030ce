import { Combobox, Popover, TextInput, useCombobox } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import { useId, useState, type Ref } from 'react'
import choose from '../../../kit/ui/components/choose-input.module.css'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import bar from './filter-bar.module.css'
import classes from './condition-chip.module.css'
import { conditions, findConditions, type ConditionName } from './filter-conditions.ts'

interface ConditionMenuProps {
  /** Those that are set: choosing one edits it. */
  set: ReadonlySet<ConditionName>
  onChoose: (name: ConditionName) => void
  /** The button. */
  ref: Ref<HTMLButtonElement>
}

/** Every condition there is, found by typing: arrows and Enter choose. */
export function ConditionMenu({ set, onChoose, ref }: ConditionMenuProps) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width={320}
      trapFocus
      returnFocus
      withinPortal
      shadow="xl"
    >
      <Popover.Target>
        <button ref={ref} type="button" className={bar.tool} onClick={() => setOpened(!opened)}>
          <IconPlus size={16} stroke={1.8} aria-hidden="true" />
          Условие
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} onKeyDown={({ key }) => key === 'Escape' && setOpened(false)}>
        {opened && (
          <Conditions
            set={set}
            onChoose={(name) => {
              setOpened(false)
              onChoose(name)
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

function Conditions({ set, onChoose }: Omit<ConditionMenuProps, 'ref'>) {
  const [typed, setTyped] = useState('')
  const combobox = useCombobox({ opened: true })
  // Only then the list has an id that its field can name.
  const mounted = useMounted()
  const id = useId()
  const found = findConditions(typed)
  return (
    <Combobox store={combobox} onOptionSubmit={(name) => onChoose(name as ConditionName)}>
      <Stack gap={2}>
        <Combobox.EventsTarget withAriaAttributes={mounted} withExpandedAttribute>
          <TextInput
            data-autofocus
            aria-label="Найти условие"
            placeholder="Найти условие"
            size="sm"
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              combobox.selectFirstOption()
            }}
          />
        </Combobox.EventsTarget>
        <Combobox.Options id={id} aria-label="Условия" className={choose.options}>
          {found.map((name) => (
            <Combobox.Option key={name} value={name} className={choose.option}>
              <span className={choose.name}>
                {conditions[name].title}
                <span className={choose.note}>{conditions[name].about}</span>
              </span>
              {set.has(name) && <IconCheck size={16} stroke={2} aria-label="уже есть" />}
            </Combobox.Option>
          ))}
          {found.length === 0 && <Combobox.Empty>Такого условия нет</Combobox.Empty>}
        </Combobox.Options>
      </Stack>
    </Combobox>
  )
}

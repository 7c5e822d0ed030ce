import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { IconCheck } from '@tabler/icons-react'
import { useId, useState } from 'react'
import choose from '../../../kit/ui/components/choose-input.module.css'
import { OpenPopover, type OpenPopoverProps } from '../../../kit/ui/components/open-floating.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import classes from './condition-chip.module.css'
import { conditions, findConditions, type ConditionName } from './filter-conditions.ts'

export interface ConditionsProps {
  /** Those that are set: choosing one edits it. */
  set: ReadonlySet<ConditionName>
  onChoose: (name: ConditionName) => void
}

/** The list of all conditions, beside its button: arrows and Enter choose. */
export function ConditionsPopover({
  set,
  onChoose,
  ...popover
}: ConditionsProps & Pick<OpenPopoverProps, 'button' | 'opened' | 'onChange'>) {
  return (
    <OpenPopover {...popover} position="bottom-start" width={320} shadow="xl" className={classes.dropdown}>
      {popover.opened && (
        <ConditionList
          set={set}
          onChoose={(name) => {
            popover.onChange(false)
            onChoose(name)
          }}
        />
      )}
    </OpenPopover>
  )
}

function ConditionList({ set, onChoose }: ConditionsProps) {
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

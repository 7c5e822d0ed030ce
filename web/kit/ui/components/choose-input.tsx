import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './choose-input.module.css'
import { RemovableChip } from './removable-chip.tsx'
import { Row, Stack } from './stack.tsx'

export interface ChooseInputProps {
  label: string
  placeholder: string
  query: string
  onQuery: (query: string) => void
  options: { key: string; text: string; note?: string | undefined; icon?: ReactNode; chosen: boolean }[]
  /** Chooses, or gives up what was chosen. */
  onToggle: (key: string) => void
  chosen: { key: string; text: string }[]
  loading?: boolean
  /** Stands in place of options when there are none. */
  nothing: string
}

/** Several out of many: found by name, chosen from a list, shown as chips. */
export function ChooseInput({
  label,
  placeholder,
  query,
  onQuery,
  options,
  onToggle,
  chosen,
  loading = false,
  nothing,
}: ChooseInputProps) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  return (
    <Stack gap={2}>
      <Combobox
        store={combobox}
        onOptionSubmit={(key) => {
          onToggle(key)
          onQuery('')
        }}
        // The panel it stands in scrolls by itself and would cut it off.
        withinPortal
      >
        <Combobox.Target>
          <TextInput
            aria-label={label}
            placeholder={placeholder}
            size="sm"
            value={query}
            rightSection={loading ? <Loader size={14} /> : null}
            onChange={(event) => {
              onQuery(event.currentTarget.value)
              combobox.openDropdown()
              combobox.updateSelectedOptionIndex()
            }}
            onClick={() => combobox.openDropdown()}
            onFocus={() => combobox.openDropdown()}
            onBlur={() => {
              combobox.closeDropdown()
              onQuery('')
            }}
          />
        </Combobox.Target>
        <Combobox.Dropdown className={classes.dropdown}>
          <Combobox.Options aria-label="Варианты" mah={300} style={{ overflowY: 'auto' }}>
            {options.map(({ key, text, note, icon, chosen: isChosen }) => (
              <Combobox.Option key={key} value={key} active={isChosen} className={classes.option}>
                {icon}
                <span className={classes.name}>
                  {text}
                  {note && <span className={classes.note}>{note}</span>}
                </span>
                {isChosen && <IconCheck size={16} stroke={2} aria-label="выбрано" />}
              </Combobox.Option>
            ))}
            {options.length === 0 && <Combobox.Empty>{nothing}</Combobox.Empty>}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {chosen.length > 0 && (
        <Row gap="tight" className={classes.chosen}>
          {chosen.map(({ key, text }) => (
            <RemovableChip key={key} removeLabel={`Убрать: ${text}`} onRemove={() => onToggle(key)}>
              {text}
            </RemovableChip>
          ))}
        </Row>
      )}
    </Stack>
  )
}

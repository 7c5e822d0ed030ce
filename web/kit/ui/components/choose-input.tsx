import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { IconCheck } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import classes from './choose-input.module.css'
import { RemovableChip } from './removable-chip.tsx'
import { Row, Stack } from './stack.tsx'

export interface ChooseInputProps {
  label: string
  placeholder: string
  query: string
  onQuery: (query: string) => void
  options: {
    key: string
    text: string
    note?: string | undefined
    icon?: ReactNode
    count?: string | null | undefined
    chosen: boolean
  }[]
  /** Chooses, or gives up what was chosen. */
  onToggle: (key: string) => void
  chosen: { key: string; text: string }[]
  loading?: boolean
  /** Stands in place of options when there are none. */
  nothing: string
  /** The list stands below the field all the time, as where the field is all there is. */
  inline?: boolean
}

/** Several out of many: found by name, chosen from a list, shown as chips above the field, so that no list covers them. */
export function ChooseInput(props: ChooseInputProps) {
  const { label, placeholder, query, onQuery, onToggle, chosen, loading = false, inline = false } = props
  const combobox = useCombobox({
    onDropdownClose: () => combobox.resetSelectedOption(),
    ...(inline && { opened: true }),
  })
  // Only then a list that stands open has an id that its field can name.
  const mounted = useMounted()
  const field = (
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
      {...(!inline && {
        onClick: () => combobox.openDropdown(),
        onFocus: () => combobox.openDropdown(),
        onBlur: () => {
          combobox.closeDropdown()
          onQuery('')
        },
      })}
    />
  )
  return (
    <Stack gap={2}>
      {chosen.length > 0 && (
        <Row gap="tight" className={classes.chosen}>
          {chosen.map(({ key, text }) => (
            <RemovableChip key={key} removeLabel={`Убрать: ${text}`} onRemove={() => onToggle(key)}>
              {text}
            </RemovableChip>
          ))}
        </Row>
      )}
      <Combobox
        store={combobox}
        onOptionSubmit={(key) => {
          onToggle(key)
          onQuery('')
        }}
        // The panel it stands in scrolls by itself and would cut it off.
        withinPortal
      >
        {inline ? (
          <>
            <Combobox.EventsTarget withAriaAttributes={mounted} withExpandedAttribute>
              {field}
            </Combobox.EventsTarget>
            <Options {...props} />
          </>
        ) : (
          <>
            <Combobox.Target>{field}</Combobox.Target>
            <Combobox.Dropdown className={classes.dropdown}>
              <Options {...props} />
            </Combobox.Dropdown>
          </>
        )}
      </Combobox>
    </Stack>
  )
}

function Options({ options, nothing }: Pick<ChooseInputProps, 'options' | 'nothing'>) {
  // One of its own would come a moment later, when the field has named another.
  const id = useId()
  return (
    <Combobox.Options id={id} aria-label="Варианты" className={classes.options}>
      {options.map(({ key, text, note, icon, count, chosen: isChosen }) => (
        <Combobox.Option
          key={key}
          value={key}
          active={isChosen}
          className={classes.option}
          data-count={count ?? undefined}
        >
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
  )
}

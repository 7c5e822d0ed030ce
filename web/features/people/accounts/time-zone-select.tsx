import { Select, type ComboboxItem, type SelectProps } from '@mantine/core'
import { useMemo, useState } from 'react'
import { Row } from '../../../kit/ui/components/stack.tsx'
import classes from './time-zone-select.module.css'
import { fitsTyped, listTimeZones, offsetInWords } from './time-zones.ts'

export interface TimeZoneSelectProps {
  value: string
  onChange: (zone: string) => void
  description?: SelectProps['description']
  error?: SelectProps['error']
}

/** More than these at once no one reads; typing finds the others. */
const SHOWN = 80

/** All zones of the world, found by a city. */
export function TimeZoneSelect({ value, onChange, description, error }: TimeZoneSelectProps) {
  // The hours are those of the moment: in summer some clocks are elsewhere.
  const [now] = useState(() => new Date())
  const zones = useMemo(() => listTimeZones(value, now), [value, now])
  const byId = useMemo(() => new Map(zones.map((zone) => [zone.id, zone])), [zones])
  const data = zones.map(({ id, title, offset }) => ({ value: id, label: `${title} · ${offsetInWords(offset)}` }))
  return (
    <Select
      label="Часовой пояс"
      description={description}
      error={error}
      size="md"
      searchable
      allowDeselect={false}
      checkIconPosition="right"
      limit={SHOWN}
      maxDropdownHeight={320}
      nothingFoundMessage="Такого города в списке нет. Найдите ближайший крупный"
      value={value}
      data={data}
      onChange={(zone) => zone !== null && onChange(zone)}
      filter={({ options, search, limit }) =>
        // There are no groups among them.
        (options as ComboboxItem[])
          .filter(({ value: id }) => fitsTyped(byId.get(id) ?? { id, title: id, offset: 0 }, search))
          .slice(0, limit)
      }
      renderOption={({ option, checked }) => {
        const zone = byId.get(option.value)
        return (
          <Row
            as="span"
            gap={3}
            align="baseline"
            nowrap
            grow
            className={classes.option}
            data-checked={checked || undefined}
          >
            <span className={classes.title}>{zone?.title}</span>
            <span className={classes.offset}>{offsetInWords(zone?.offset ?? 0)}</span>
          </Row>
        )
      }}
    />
  )
}

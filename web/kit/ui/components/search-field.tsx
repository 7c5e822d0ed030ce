import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import classes from './search-field.module.css'

export interface SearchFieldProps {
  /** What is searched, for anyone who does not see the field. */
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
  maxLength?: number
}

/** Searches the list it stands above. Debouncing is left to the list, which knows what a search costs. */
export function SearchField({ label, placeholder, value, onChange, maxLength }: SearchFieldProps) {
  return (
    <TextInput
      className={classes.search}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
      {...(maxLength === undefined ? {} : { maxLength })}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

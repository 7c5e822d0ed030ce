import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { locationTypeTitles, type Location } from '../../../../contract/watching/locations.ts'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { ChooseInput } from '../../../kit/ui/components/choose-input.tsx'

const TYPING_PAUSE = 200

/** Towns, regions and the country, found by name. */
export function LocationsInput({
  locations,
  inline = false,
  countOf,
  onChange,
}: {
  locations: Location[]
  /** The list stands open below the field. */
  inline?: boolean
  /** How many messages a place shows, where that is known. */
  countOf?: (place: Location) => string | null
  onChange: (locations: Location[]) => void
}) {
  const [query, setQuery] = useState('')
  const [asked] = useDebouncedValue(query.trim(), TYPING_PAUSE)
  const { data, error, isFetching } = useCall(
    'locations',
    'searchLocations',
    { query: asked, limit: 30 },
    { staleTime: Infinity, placeholderData: keepPreviousData },
  )
  const found = data?.locations ?? []
  const toggle = (key: string): void => {
    const id = Number(key)
    if (locations.some((place) => place.id === id)) return onChange(locations.filter((place) => place.id !== id))
    const place = found.find((each) => each.id === id)
    if (place) onChange([...locations, { type: place.type, id, name: place.name }])
  }
  return (
    <ChooseInput
      inline={inline}
      label="Места"
      placeholder="Город или область"
      query={query}
      onQuery={setQuery}
      loading={isFetching && query !== ''}
      nothing={error ? sentenceOf(error) : data ? 'Такого места нет в справочнике' : 'Ищем…'}
      options={found.map(({ id, type, name, parent }) => ({
        key: String(id),
        text: name,
        note:
          parent && parent.type !== 'country'
            ? `${locationTypeTitles[type]}, ${parent.name}`
            : locationTypeTitles[type],
        count: countOf?.({ id, type, name }),
        chosen: locations.some((place) => place.id === id),
      }))}
      chosen={locations.map(({ id, name }) => ({ key: String(id), text: name || `Место №${id}` }))}
      onToggle={toggle}
    />
  )
}

import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { FilterFields } from '../../../../contract/reading/filters.ts'
import { useCall } from '../../../kit/calls/use-call.ts'

/** An address knows places by their ids: gives them their names as soon as those are known. */
export function usePlaceNames(fields: FilterFields | undefined): FilterFields | undefined {
  const ids = fields?.locations.map(({ id }) => id) ?? []
  const { data } = useCall(
    'locations',
    'searchLocations',
    { ids },
    { enabled: ids.length > 0, staleTime: Infinity, placeholderData: keepPreviousData },
  )
  return useMemo(() => {
    if (!fields || !data || fields.locations.length === 0) return fields
    const known = new Map(data.locations.map(({ id, type, name }) => [id, { id, type, name }]))
    return { ...fields, locations: fields.locations.map((place) => known.get(place.id) ?? place) }
  }, [fields, data])
}

/** A view as a filter: what is asked of it, and what it keeps. A filter keeps that on the server, a view in the browser. */
import { useMemo } from 'react'
import { emptyFilter, pageSizes, type FilterFields } from '../../../../contract/reading/filters.ts'
import { readView, viewFields } from '../../../../rules/filters/views.ts'
import { useStored } from '../../../kit/ui/hooks/stored.ts'
import { nothingAsked } from './filter-changes.ts'

interface ViewSettings {
  limit: FilterFields['limit']
  /** The keys of the views that announce what comes. */
  push: readonly string[]
}

const usual: ViewSettings = { limit: emptyFilter.limit, push: [] }

export interface ReadView {
  key: string
  fields: FilterFields
  /** What a filter asks that asks for nothing but the view. */
  nothingMore: Partial<FilterFields>
  /** Keeps what a view keeps; says whether there was more among the changes. */
  keep: (changes: Partial<FilterFields>) => boolean
}

/** @param key null: no view is read */
export function useReadView(key: string | null): ReadView | null {
  const [{ limit, push }, set] = useStored('feed-views', readSettings)
  const read = useMemo(() => {
    if (key === null) return null
    const asked = viewFields(readView(key) ?? null)
    const fields = { ...emptyFilter, ...asked, limit, push: push.includes(key) }
    return { key, fields, nothingMore: { ...nothingAsked, ...asked } }
  }, [key, limit, push])
  return (
    read && {
      ...read,
      keep: ({ limit: size = limit, push: wanted, ...more }) => {
        const others = push.filter((each) => each !== read.key)
        set({ limit: size, push: wanted === undefined ? push : wanted ? [...others, read.key] : others })
        return Object.keys(more).length > 0
      },
    }
  )
}

/** Is this part of a filter (`FilterPart.key`) what makes it the view? It goes without saying where the view is named. */
export function isOfView(view: string | null, partKey: string): boolean {
  if (view === null) return false
  return Object.entries(viewFields(readView(view) ?? null)).some(([field, [value]]) => `${field}:${value}` === partKey)
}

/** Where nothing is written, or something else by an older version, it is as it usually is. */
function readSettings(stored: unknown): ViewSettings {
  const { limit, push } = (stored ?? {}) as Record<string, unknown>
  return {
    limit: pageSizes.find((size) => size === limit) ?? usual.limit,
    push: Array.isArray(push) ? push.filter((key) => typeof key === 'string') : usual.push,
  }
}

/** Which filter or view the feed is read by, as the address says, and every way to change it. */
import { useLocalStorage } from '@mantine/hooks'
import { useCallback, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Filter, FilterFields } from '../../../../contract/reading/filters.ts'
import { choosePeriod } from '../../../../rules/filters/period.ts'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { packFilter, unpackFilter, type FilterAddress } from './filter-address.ts'
import { changed, isSame, nothingAsked, questionKey } from './filter-changes.ts'
import { useSavedFilters, useUpdateFilter } from './saved-filters.ts'
import { usePlaceNames } from './use-place-names.ts'
import { useReadView, type ReadView } from './use-read-view.ts'

export interface FilterChoice {
  /** Every saved filter, the own ones first; undefined while they are not there. */
  filters: Filter[] | undefined
  /** The saved one that is read, or that the draft was made from; null for a sent address. */
  filter: Filter | null
  /** The key of the view that is read, or that the draft was made from. */
  view: string | null
  /** What new messages are counted for: a saved filter by its id, a view by its key; null for a draft, and while no one knows. */
  counted: number | string | null
  /** The address holds a filter that is not saved. */
  draft: { name: string | null } | null
  /** The address names a filter that does not exist, or no view. */
  unknown: boolean
  /** What is asked for, as the person sees it; undefined while no one knows. */
  fields: FilterFields | undefined
  /** What the server is asked with, and as long as this is the same, so is the answer. */
  question: FilterQuestion | undefined
  /** Are changes written into the saved filter? Else they make a draft. */
  editable: boolean
  change: (changes: Partial<FilterFields>) => void
  /** Takes the last change back; null when there is none. */
  undo: (() => void) | null
  /** Asks for everything; null when nothing is asked. */
  reset: (() => void) | null
  /** The panel stands open. */
  open: boolean
  setOpen: (open: boolean) => void
  choose: (filterId: number | null) => void
  /** Back from a draft to what it was made from. */
  goBack: () => void
  /** The saved filters could not be read. */
  error: Error | null
  retry: () => void
  /** Why the last change was not taken. */
  trouble: string | null
}

/** `filterId` or `filter` go into the calls of the feed. `key` says when the feed is another one. */
export interface FilterQuestion {
  key: string
  ask: { filterId: number } | { filter: FilterFields }
  limit: FilterFields['limit']
}

const MOST_STEPS = 30
interface Steps {
  /** The filter the steps belong to. */
  of: string
  before: Partial<FilterFields>[]
}

export function useFilterChoice(): FilterChoice {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const { saved, shown, error, retry } = useSavedFilters()
  const update = useUpdateFilter()
  const [openHere, setOpenHere] = useLocalStorage({
    key: 'filter-open',
    defaultValue: true,
    getInitialValueInEffect: false,
  })
  const [steps, setSteps] = useState<Steps>({ of: '', before: [] })

  const address = useMemo(() => unpackFilter(search), [search])
  const { draft } = address
  const view = useReadView(address.view === 'unknown' ? null : address.view)
  const filter = findFilter(shown, address) ?? null
  const unknown =
    address.view === 'unknown' || (shown !== undefined && draft === null && filter === null && view === null)
  const drafted = usePlaceNames(draft?.fields)
  const fields = drafted ?? view?.fields ?? filter ?? undefined
  const editable = draft === null && filter !== null && filter.editable

  const goTo = useCallback(
    // The page in the hash was one of the other question.
    (to: string, replace = false) => void navigate({ pathname, search: to === '' ? '' : `?${to}` }, { replace }),
    [navigate, pathname],
  )
  const choose = useCallback((id: number | null) => goTo(id === null ? '' : `filter=${id}`), [goTo])

  const of = view?.key ?? (filter === null ? 'link' : String(filter.id))
  const before = steps.of === of ? steps.before : []
  const { mutate } = update
  const write = (changes: Partial<FilterFields>, onError: () => void): void => {
    if (!fields) return
    if (editable) {
      if (hash !== '') goTo(search.slice(1), true)
      mutate({ id: filter.id, ...changes }, { onError })
      return
    }
    if (view && !draft && !view.keep(changes)) {
      if (hash !== '') goTo(search.slice(1), true)
      return
    }
    const next = { ...fields, ...changes }
    const back = filter ?? view?.fields
    const made = { filterId: filter?.id, view: view?.key, name: draft?.name ?? undefined }
    goTo(back && isSame(next, back) ? addressOf(filter, view) : packFilter(next, made), draft !== null)
  }
  const change = (asked: Partial<FilterFields>): void => {
    if (!fields) return
    const { changes, undoing } = changed(fields, choosePeriod(asked))
    if (Object.keys(changes).length === 0) return
    setSteps({ of, before: [...before, undoing].slice(-MOST_STEPS) })
    write(changes, () => setSteps({ of, before }))
  }
  const asked = view?.nothingMore ?? nothingAsked
  const last = before.at(-1)
  const undo = (): void => {
    if (!last) return
    setSteps({ of, before: before.slice(0, -1) })
    write(last, () => setSteps({ of, before }))
  }

  return {
    filters: shown,
    filter,
    view: view?.key ?? null,
    counted: draft ? null : (view?.key ?? filter?.id ?? null),
    draft: draft && { name: draft.name },
    unknown,
    fields,
    question: useQuestion(findFilter(saved, address), draft?.fields, view),
    editable,
    change,
    undo: last ? undo : null,
    reset: fields && !isSame(fields, { ...fields, ...asked }) ? () => change(asked) : null,
    open: editable ? filter.open : openHere,
    setOpen: (open) => (editable ? mutate({ id: filter.id, open }) : setOpenHere(open)),
    choose,
    goBack: () => goTo(addressOf(filter, view)),
    error: shown ? null : error,
    retry,
    trouble: update.isError && update.variables.id === filter?.id ? sentenceOf(update.error) : null,
  }
}

/** The saved filter that an address names, or that stands for none. */
function findFilter(filters: Filter[] | undefined, { filterId, view, draft }: FilterAddress): Filter | undefined {
  if (view !== null) return undefined
  if (filterId !== null) return filters?.find(({ id }) => id === filterId)
  return draft ? undefined : (filters?.find(({ isDefault }) => isDefault) ?? filters?.[0])
}

/** What stands behind the «?» where the view or the filter is read; without either, for the default filter. */
function addressOf(filter: Filter | null, view: ReadView | null): string {
  if (view !== null) return `product=${view.key}`
  return filter === null || filter.isDefault ? '' : `filter=${filter.id}`
}

function useQuestion(
  saved: Filter | undefined,
  drafted: FilterFields | undefined,
  view: ReadView | null,
): FilterQuestion | undefined {
  const viewed = view?.fields
  return useMemo(() => {
    if (drafted) return { key: `draft:${questionKey(drafted)}`, ask: { filter: drafted }, limit: drafted.limit }
    if (viewed) return { key: `view:${questionKey(viewed)}`, ask: { filter: viewed }, limit: viewed.limit }
    return saved && { key: `${saved.id}:${questionKey(saved)}`, ask: { filterId: saved.id }, limit: saved.limit }
  }, [saved, drafted, viewed])
}

/** Which filter the feed is read by, as the address says, and every way to change it. */
import { useLocalStorage } from '@mantine/hooks'
import { useCallback, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { emptyFilter, type Filter, type FilterFields } from '../../../../contract/reading/filters.ts'
import { choosePeriod } from '../../../../rules/filters/period.ts'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { draftActs, type DraftActs } from './draft-acts.ts'
import { packFilter, unpackFilter, type FilterAddress } from './filter-address.ts'
import { changed, isSame, nothingAsked, questionKey } from './filter-changes.ts'
import { differing, draftOf, putFilterDraft, useFilterDrafts, type FilterChanges } from './filter-drafts.ts'
import { useSavedFilters, useUpdateFilter } from './saved-filters.ts'
import { usePlaceNames } from './use-place-names.ts'

export interface FilterChoice extends DraftActs {
  /** Every saved filter, the own ones first; undefined while they are not there. */
  filters: Filter[] | undefined
  /** The saved one that is read, or that the draft was made from; null for a sent address. */
  filter: Filter | null
  /** The address holds a filter that is not saved. */
  draft: { name: string | null } | null
  /** The address names a filter that does not exist. */
  unknown: boolean
  /** What is asked for, as the person sees it; undefined while no one knows. */
  fields: FilterFields | undefined
  /** What the server is asked with, and as long as this is the same, so is the answer. */
  question: FilterQuestion | undefined
  /** May the saved filter be changed? */
  editable: boolean
  /** What differs from the saved filter and is not saved; null when nothing does. */
  changes: FilterChanges | null
  /** For a while: saved is only what says nothing of the question, such as the size of a page. */
  change: (changes: Partial<FilterFields>) => void
  /** Takes the last change back; null when there is none. */
  undo: (() => void) | null
  /** Asks for everything; null when nothing is asked. */
  reset: (() => void) | null
  /** Another one when all that was begun is to be forgotten: another filter is read, or nothing is asked any more. */
  turn: string
  /** The panel stands open. */
  open: boolean
  setOpen: (open: boolean) => void
  choose: (filterId: number | null) => void
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

export function useFilterChoice(): FilterChoice {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const update = useUpdateFilter()
  const [openHere, setOpenHere] = useLocalStorage({
    key: 'filter-open',
    defaultValue: false,
    getInitialValueInEffect: false,
  })

  const address = useMemo(() => unpackFilter(search), [search])
  const { draft } = address
  const read = useReadFilter(address)
  const { shown, filter, fields, changes, question, error, retry } = read
  const editable = draft === null && filter !== null && filter.editable

  const goTo = useCallback(
    // The page in the hash was one of the other question.
    (to: string, replace = false) => void navigate({ pathname, search: to === '' ? '' : `?${to}` }, { replace }),
    [navigate, pathname],
  )
  const choose = useCallback((id: number | null) => goTo(id === null ? '' : `filter=${id}`), [goTo])

  const { turn, nextTurn, last, remember, takeBack, clear } = useSteps(filter === null ? 'link' : String(filter.id))
  const { mutate } = update
  const write = (asked: Partial<FilterFields>, onError: () => void): void => {
    if (!fields) return
    if (draft !== null || filter === null) {
      const next = { ...fields, ...asked }
      const back = filter !== null && isSame(next, filter)
      const origin = { ...(filter && { filterId: filter.id }), ...(draft?.name && { name: draft.name }) }
      goTo(back ? `filter=${filter.id}` : packFilter(next, origin), true)
      return
    }
    const [atOnce, later] = editable ? parted(asked) : [{}, asked]
    if (hash !== '' && !('open' in asked)) goTo(search.slice(1), true)
    if (Object.keys(atOnce).length > 0) mutate({ id: filter.id, ...atOnce }, { onError })
    if (Object.keys(later).length > 0) putFilterDraft(filter.id, differing({ ...changes, ...later }, filter))
  }
  const change = (asked: Partial<FilterFields>): void => {
    if (!fields) return
    const { changes: different, undoing } = changed(fields, choosePeriod(asked))
    if (Object.keys(different).length === 0) return
    write(different, remember(undoing))
  }
  const undo = (): void => {
    if (last) write(last, takeBack())
  }
  const reset = (): void => {
    change(nothingAsked)
    nextTurn()
  }
  const forgotten = (): void => {
    clear()
    nextTurn()
  }
  const { save, discard, keep } = draftActs({ filter, editable, changes, fields, change, update: mutate, forgotten })

  return {
    filters: shown,
    filter,
    draft: draft && { name: draft.name },
    unknown: shown !== undefined && draft === null && filter === null,
    fields,
    question,
    editable,
    changes,
    change,
    save,
    discard,
    keep,
    undo: last ? undo : null,
    reset: fields && !isSame(fields, { ...fields, ...nothingAsked }) ? reset : null,
    turn,
    open: editable ? filter.open : openHere,
    setOpen: (open) => (editable ? mutate({ id: filter.id, open }) : setOpenHere(open)),
    choose,
    error: shown ? null : error,
    retry,
    trouble: update.isError && update.variables.id === filter?.id ? sentenceOf(update.error) : null,
  }
}

const MOST_STEPS = 30
interface Steps {
  /** The filter the steps belong to. */
  of: string
  before: Partial<FilterFields>[]
}

/** What takes changes back, the last one last. @param of the filter they are made to */
function useSteps(of: string) {
  const [steps, setSteps] = useState<Steps>({ of: '', before: [] })
  const [turns, setTurns] = useState(0)
  const before = steps.of === of ? steps.before : []
  const put = (next: Partial<FilterFields>[]): void => setSteps({ of, before: next })
  return {
    last: before.at(-1),
    /** Another one when what was begun is to be forgotten. */
    turn: `${of}:${turns}`,
    nextTurn(): void {
      setTurns((count) => count + 1)
    },
    /** @returns what brings the steps back as they were */
    remember(undoing: Partial<FilterFields>): () => void {
      put([...before, undoing].slice(-MOST_STEPS))
      return () => put(before)
    },
    takeBack(): () => void {
      put(before.slice(0, -1))
      return () => put(before)
    },
    clear: () => put([]),
  }
}

/** The filter an address names, and what is asked for by it and by the changes that are not saved. */
function useReadFilter({ filterId, draft }: FilterAddress) {
  const { saved, shown, error, retry } = useSavedFilters()
  const drafts = useFilterDrafts()
  const drafted = usePlaceNames(draft?.fields)
  const find = (filters: Filter[] | undefined): Filter | undefined => {
    if (filterId !== null) return filters?.find(({ id }) => id === filterId)
    return draft ? undefined : (filters?.find(({ isDefault }) => isDefault) ?? filters?.[0])
  }
  const changesOf = (filter: Filter | undefined): FilterChanges | null =>
    filter && draft === null ? draftOf(filter, drafts) : null
  const [known, filter] = [find(saved), find(shown)]
  const changes = changesOf(filter)
  return {
    shown,
    filter: filter ?? null,
    changes,
    fields: drafted ?? (filter && changes ? { ...filter, ...changes } : filter),
    // The server is asked by what it knows.
    question: useQuestion(known, draft?.fields, changesOf(known)),
    error,
    retry,
  }
}

/** These say nothing of which messages are shown: no message is missed by them. */
const keptAtOnce: ReadonlySet<string> = new Set(['limit', 'push', 'open'] satisfies (keyof FilterFields)[])

/** What is saved at once, and what is changed for a while. */
function parted(changes: FilterChanges): [atOnce: FilterChanges, later: FilterChanges] {
  const all = Object.entries(changes)
  const pick = (atOnce: boolean): FilterChanges =>
    Object.fromEntries(all.filter(([name]) => keptAtOnce.has(name) === atOnce))
  return [pick(true), pick(false)]
}

function useQuestion(
  saved: Filter | undefined,
  drafted: FilterFields | undefined,
  changes: FilterChanges | null,
): FilterQuestion | undefined {
  return useMemo(() => {
    const filter = drafted ?? (saved && changes ? { ...saved, ...changes } : undefined)
    if (filter) return { key: `draft:${questionKey(filter)}`, ask: { filter: fieldsOf(filter) }, limit: filter.limit }
    return saved && { key: `${saved.id}:${questionKey(saved)}`, ask: { filterId: saved.id }, limit: saved.limit }
  }, [saved, drafted, changes])
}

/** Without what names a saved filter. */
function fieldsOf(filter: FilterFields): FilterFields {
  const names = Object.keys(emptyFilter) as (keyof FilterFields)[]
  return Object.fromEntries(names.map((name) => [name, filter[name]])) as FilterFields
}

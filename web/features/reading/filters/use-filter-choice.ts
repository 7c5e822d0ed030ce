/** Which filter or view the feed is read by, as the address says, and every way to change it. */
import { useCallback, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { emptyFilter, type Filter, type FilterFields } from '../../../../contract/reading/filters.ts'
import { choosePeriod } from '../../../../rules/filters/period.ts'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { useStored } from '../../../kit/ui/hooks/stored.ts'
import { draftActs, type FilterDraftActs } from './draft-acts.ts'
import { packFilter, unpackFilter, type FilterAddress } from './filter-address.ts'
import { changed, isSame, nothingAsked, questionKey } from './filter-changes.ts'
import {
  differing,
  findFilterDraft,
  putFilterDraft,
  useFilterDrafts,
  type FilterFieldChanges,
} from './filter-drafts.ts'
import { useSavedFilters, useUpdateFilter } from './saved-filters.ts'
import { usePlaceNames } from './use-place-names.ts'
import { useReadView, type ReadView } from './use-read-view.ts'

export interface FilterChoice extends FilterDraftActs {
  /** Every saved filter, the own ones first; undefined while they are not there. */
  filters: Filter[] | undefined
  /** The saved one that is read, or that the draft was made from; null for a sent address. */
  filter: Filter | null
  /** The key of the view that is read, or that the draft was made from. */
  view: string | null
  /** What new messages are counted for: a saved filter by its id, a view by its key; null while something differs from it. */
  counted: number | string | null
  /** The address holds a filter that is not saved. */
  draft: { name: string | null } | null
  /** The address names a filter that does not exist, or no view. */
  unknown: boolean
  /** What is asked for, as the person sees it; undefined while no one knows. */
  fields: FilterFields | undefined
  /** What the server is asked with, and as long as this is the same, so is the answer. */
  question: ChosenFilterQuestion | undefined
  /** May filters be shown to a team? */
  mayShare: boolean
  /** May the saved filter be changed? */
  editable: boolean
  /** What differs from the saved filter and is not saved; null when nothing does. */
  changes: FilterFieldChanges | null
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
  /** Back from a draft to what it was made from. */
  goBack: () => void
  /** The saved filters could not be read. */
  error: Error | null
  retry: () => void
  /** Why the last change was not taken. */
  changeError: string | null
}

/** `filterId` or `filter` go into the calls of the feed. `key` says when the feed is another one. */
export interface ChosenFilterQuestion {
  key: string
  ask: { filterId: number } | { filter: FilterFields }
  limit: FilterFields['limit']
  /** What becomes of those that are handled. */
  handled: FilterFields['handled']
}

/** @param mayShare there is a team, and the person may change its filters */
export function useFilterChoice(mayShare = false): FilterChoice {
  const { search, hash } = useLocation()
  const goTo = useGoTo()
  const update = useUpdateFilter()
  const [openHere, setOpenHere] = useOpenHere()

  const address = useMemo(() => unpackFilter(search), [search])
  const { draft } = address
  const read = useReadFilter(address)
  const { shown, filter, view, fields, changes, question, error, retry } = read
  const editable = draft === null && filter !== null && filter.editable

  const choose = useCallback((id: number | null) => goTo(id === null ? '' : `filter=${id}`), [goTo])

  const { turn, nextTurn, last, remember, takeBack, clear } = useSteps(
    view?.key ?? (filter === null ? 'link' : String(filter.id)),
  )
  const { mutate } = update
  const write = (asked: Partial<FilterFields>, onError: () => void): void => {
    if (!fields) return
    if (view && draft === null && !view.keep(asked)) {
      if (hash !== '') goTo(search.slice(1), true)
      return
    }
    if (draft !== null || filter === null) {
      const next = { ...fields, ...asked }
      const back = filter ?? view?.fields
      const made = { filterId: filter?.id, view: view?.key, name: draft?.name ?? undefined }
      goTo(back && isSame(next, back) ? addressOf(filter, view) : packFilter(next, made), draft !== null)
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
  const nothingMore = view?.nothingMore ?? nothingAsked
  const reset = (): void => {
    change(nothingMore)
    nextTurn()
  }
  const forgotten = (): void => {
    clear()
    nextTurn()
  }
  const { save, discard, keep } = draftActs({ filter, editable, changes, fields, change, update: mutate, forgotten })

  return {
    mayShare,
    filters: shown,
    filter,
    view: view?.key ?? null,
    counted: draft || changes ? null : (view?.key ?? filter?.id ?? null),
    draft: draft && { name: draft.name },
    unknown: address.view === 'unknown' || (shown !== undefined && draft === null && filter === null && view === null),
    fields,
    question,
    editable,
    changes,
    change,
    save,
    discard,
    keep,
    undo: last ? undo : null,
    reset: fields && !isSame(fields, { ...fields, ...nothingMore }) ? reset : null,
    turn,
    open: editable ? filter.open : openHere,
    setOpen: (open) => (editable ? mutate({ id: filter.id, open }) : setOpenHere(open)),
    choose,
    goBack: () => goTo(addressOf(filter, view)),
    error: shown ? null : error,
    retry,
    changeError: update.isError && update.variables.id === filter?.id ? sentenceOf(update.error) : null,
  }
}

/** Without the page in the hash: it was one of the other question. @returns takes what stands behind the «?» */
function useGoTo(): (to: string, replace?: boolean) => void {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  return useCallback(
    (to, replace = false) => void navigate({ pathname, search: to === '' ? '' : `?${to}` }, { replace }),
    [navigate, pathname],
  )
}

/** Whether the panel stands open where no saved filter keeps that. */
const useOpenHere = () => useStored('filter-open', isOpen)
const isOpen = (stored: unknown): boolean => stored === true

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

/** The filter or the view an address names, and what is asked for by it and by the changes that are not saved. */
function useReadFilter({ filterId, view: viewKey, draft }: FilterAddress) {
  const { saved, shown, error, retry } = useSavedFilters()
  const drafts = useFilterDrafts()
  const drafted = usePlaceNames(draft?.fields)
  const view = useReadView(viewKey === 'unknown' ? null : viewKey)
  const find = (filters: Filter[] | undefined): Filter | undefined => {
    if (viewKey !== null) return undefined
    if (filterId !== null) return filters?.find(({ id }) => id === filterId)
    return draft ? undefined : (filters?.find(({ isDefault }) => isDefault) ?? filters?.[0])
  }
  const changesOf = (filter: Filter | undefined): FilterFieldChanges | null =>
    filter && draft === null ? findFilterDraft(filter, drafts) : null
  const [known, filter] = [find(saved), find(shown)]
  const changes = changesOf(filter)
  return {
    shown,
    filter: filter ?? null,
    view,
    changes,
    fields: drafted ?? view?.fields ?? (filter && changes ? { ...filter, ...changes } : filter),
    // The server is asked by what it knows.
    question: useQuestion(known, draft?.fields, changesOf(known), view),
    error,
    retry,
  }
}

/** What stands behind the «?» where the view or the filter is read; without either, for the default filter. */
function addressOf(filter: Filter | null, view: ReadView | null): string {
  if (view !== null) return `product=${view.key}`
  return filter === null || filter.isDefault ? '' : `filter=${filter.id}`
}

/** These say nothing of which messages are shown: no message is missed by them. */
const keptAtOnce: ReadonlySet<string> = new Set(['limit', 'push', 'open'] satisfies (keyof FilterFields)[])

/** What is saved at once, and what is changed for a while. */
function parted(changes: FilterFieldChanges): [atOnce: FilterFieldChanges, later: FilterFieldChanges] {
  const all = Object.entries(changes)
  const pick = (atOnce: boolean): FilterFieldChanges =>
    Object.fromEntries(all.filter(([name]) => keptAtOnce.has(name) === atOnce))
  return [pick(true), pick(false)]
}

function useQuestion(
  saved: Filter | undefined,
  drafted: FilterFields | undefined,
  changes: FilterFieldChanges | null,
  view: ReadView | null,
): ChosenFilterQuestion | undefined {
  const viewed = view?.fields
  return useMemo(() => {
    const asking = (name: string, fields: FilterFields, ask: ChosenFilterQuestion['ask']): ChosenFilterQuestion => ({
      key: `${name}:${questionKey(fields)}`,
      ask,
      limit: fields.limit,
      handled: fields.handled,
    })
    if (viewed && !drafted) return asking('view', viewed, { filter: viewed })
    const filter = drafted ?? (saved && changes ? { ...saved, ...changes } : undefined)
    if (filter) return asking('draft', filter, { filter: fieldsOf(filter) })
    return saved && asking(String(saved.id), saved, { filterId: saved.id })
  }, [saved, drafted, changes, viewed])
}

/** Without what names a saved filter. */
function fieldsOf(filter: FilterFields): FilterFields {
  const names = Object.keys(emptyFilter) as (keyof FilterFields)[]
  return Object.fromEntries(names.map((name) => [name, filter[name]])) as FilterFields
}

/** What of the queue is shown stands in the address, so that it can be handed to a colleague. */
import { useLocation, useNavigate } from 'react-router'
import type { FeedbackState } from '../../../../../contract/site/feedback.ts'

export const shownStates = ['new', 'answered', 'closed', 'all'] as const
export type ShownState = (typeof shownStates)[number]

export interface DeskAddress {
  state: ShownState
  search: string
  /** The one that is open. */
  letter: number | null
}

export function readDeskAddress(parameters: URLSearchParams): DeskAddress {
  const state = parameters.get('state')
  const letter = parameters.get('letter') ?? ''
  return {
    state: shownStates.find((each) => each === state) ?? 'new',
    search: (parameters.get('search') ?? '').slice(0, 200),
    letter: /^[1-9]\d{0,14}$/.test(letter) ? Number(letter) : null,
  }
}

/** What is the default is not written. */
export function writeDeskAddress(parameters: URLSearchParams, { state, search, letter }: DeskAddress): URLSearchParams {
  const next = new URLSearchParams(parameters)
  const values = { state: state === 'new' ? '' : state, search, letter: letter === null ? '' : String(letter) }
  for (const [name, value] of Object.entries(values)) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}

/** As the call takes it. */
export const askedState = (state: ShownState): { state?: FeedbackState } => (state === 'all' ? {} : { state })

export function useDeskAddress(): [address: DeskAddress, change: (to: Partial<DeskAddress>) => void] {
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  const parameters = new URLSearchParams(search)
  const address = readDeskAddress(parameters)
  const change = (to: Partial<DeskAddress>): void => {
    const next = writeDeskAddress(parameters, { ...address, ...to })
    // The page of the list stands in the hash: it stays while only another letter is opened.
    const isSameList = to.state === undefined && to.search === undefined
    void navigate({ search: next.toString(), hash: isSameList ? hash : '' }, { replace: true })
  }
  return [address, change]
}

/** What of the queue is shown stands in the address, so that it can be handed to a colleague. */
import { useLocation, useNavigate } from 'react-router'
import { reviewStates, type ReviewState } from '../../../../../contract/site/reviews.ts'

export const queueKinds = ['reviews', 'comments'] as const
export type QueueKind = (typeof queueKinds)[number]

export interface ApprovalAddress {
  kind: QueueKind
  state: ReviewState
}

export function readApprovalAddress(parameters: URLSearchParams): ApprovalAddress {
  const [kind, state] = [parameters.get('kind'), parameters.get('state')]
  return {
    kind: queueKinds.find((each) => each === kind) ?? 'reviews',
    state: reviewStates.find((each) => each === state) ?? 'new',
  }
}

/** What is the default is not written. */
export function writeApprovalAddress(parameters: URLSearchParams, { kind, state }: ApprovalAddress): URLSearchParams {
  const next = new URLSearchParams(parameters)
  next.delete('kind')
  next.delete('state')
  if (kind !== 'reviews') next.set('kind', kind)
  if (state !== 'new') next.set('state', state)
  return next
}

/** The page of the list stands in the hash, and another list begins with its first. */
export function useApprovalAddress(): [ApprovalAddress, (to: Partial<ApprovalAddress>) => void] {
  const navigate = useNavigate()
  const address = readApprovalAddress(new URLSearchParams(useLocation().search))
  const change = (to: Partial<ApprovalAddress>): void => {
    // Where the browser is by now: what was pressed just before may not be drawn yet.
    const parameters = new URLSearchParams(window.location.search)
    const next = writeApprovalAddress(parameters, { ...readApprovalAddress(parameters), ...to })
    void navigate({ search: next.toString(), hash: '' }, { replace: true })
  }
  return [address, change]
}

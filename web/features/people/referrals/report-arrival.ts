import { ask } from '../../../kit/calls/ask.ts'
import { whenIdle } from '../../../kit/device/when-idle.ts'
import { arrivalAt } from './arrival.ts'

/**
 * Reports who brought this visitor, and takes it out of the address: a reload, a bookmark or a copied link brings no one again.
 * Called before the pages read the address; the report itself waits until they stand.
 */
export function reportArrival(): void {
  const arrival = arrivalAt(window.location.href, document.referrer)
  if (arrival === null) return
  window.history.replaceState(window.history.state, '', arrival.address)
  whenIdle(() => {
    // Whether it was heard makes no difference to the visitor.
    ask('referrals', 'recordTraffic', arrival.traffic).catch(() => {})
  })
}

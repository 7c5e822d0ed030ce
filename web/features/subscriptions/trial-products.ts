/** What somebody watches on trial only: its newest three days are hidden from him (spec §9). */
import type { Subscription } from '../../../contract/subscriptions.ts'

type Held = Pick<Subscription, 'Tariff' | 'Category' | 'startsAt' | 'expiresAt'>

export interface TrialState {
  /** Names of the products on trial. */
  names: string[]
  /** Nothing else is watched. */
  all: boolean
}

export function trialState(subscriptions: readonly Held[], now: number): TrialState {
  const running = subscriptions.filter(({ startsAt, expiresAt }) => Date.parse(startsAt) <= now && now < Date.parse(expiresAt))
  // A paid one of the same product shows everything.
  const paid = new Set(running.filter(({ Tariff }) => Tariff.type !== 'trial').map(({ Category }) => Category?.id))
  const trials = running.filter(({ Tariff, Category }) => Tariff.type === 'trial' && !paid.has(Category?.id))
  const names = [...new Set(trials.flatMap(({ Category }) => (Category ? [Category.name] : [])))]
  return { names, all: names.length > 0 && running.every(({ Tariff }) => Tariff.type === 'trial') }
}

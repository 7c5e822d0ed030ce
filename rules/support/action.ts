/** What support asks to be done, read and weighed: the same on the page and on the server (spec §5 Support add-action). */
import type { ProductType } from '../../contract/access/subscriptions.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import {
  grantDays,
  grantTeam,
  supportActions,
  type ActionData,
  type SupportAction,
} from '../../contract/office/support.ts'
import { dayForms, plural } from '../plural.ts'

export interface WantedGrant {
  action: Exclude<SupportAction, 'delete-account'>
  product: ProductType
  /** Of the product «category». */
  category: number | null
  days: number
  /** Of a team. */
  teamSize: number | null
  /** Of groups; null: as many as are usual. */
  size: number | null
  /** What the person sees of the tariff. */
  title: string
  period: string
  /** Roubles. */
  sum: number
}
export type Wanted = WantedGrant | { action: 'delete-account' }

/** How long it is when no one said. */
export const usualDays = 7

/** @returns what is wanted, or why it can't be said yet */
export function readAction(data: ActionData): Wanted | ErrorCode {
  const action = supportActions.find((each) => each === data.action)
  if (action === undefined) return 'ACTION_REQUIRED'
  if (action === 'delete-account') return { action }
  const { product, category = null, teamSize = null, size = null, sum = 0 } = data
  if (product === undefined) return 'ACTION_PRODUCT_REQUIRED'
  if (product === 'category' && category === null) return 'ACTION_CATEGORY_REQUIRED'
  const isTeam = action === 'team-subscribe'
  if (isTeam && (teamSize === null || teamSize < grantTeam.least)) return 'TEAM_SIZE_REQUIRED'
  const days = clampDays(data.days ?? usualDays)
  return {
    action,
    product,
    category: product === 'category' ? category : null,
    days,
    teamSize: isTeam ? teamSize : null,
    size: product === 'group' ? size : null,
    title: trimmed(data.name) ?? (isTeam ? `Командный, до ${teamSize} человек` : titles[action]),
    period: trimmed(data.period) ?? `${days} ${plural(days, dayForms)}`,
    sum,
  }
}

export const clampDays = (days: number): number => Math.min(grantDays.most, Math.max(grantDays.least, Math.trunc(days)))

const titles: Record<WantedGrant['action'], string> = {
  'trial-subscribe': 'Пробный',
  subscribe: 'От поддержки',
  'team-subscribe': 'Командный',
}

const trimmed = (words: string | undefined): string | null => words?.trim() || null

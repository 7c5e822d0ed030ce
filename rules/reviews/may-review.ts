/** Who may say publicly what the service is like: those who know it, and do not work for it. */
import { reviewAfterDays } from '../../contract/site/reviews.ts'
import { isStaff } from '../roles.ts'

export interface Experience {
  roles: readonly string[]
  /** They have an order that was paid and not refunded. */
  hasPaid: boolean
  /** The longest any subscription of theirs has run until now, in days, without the days it was frozen. */
  usedDays: number
}

export const mayReview = ({ roles, hasPaid, usedDays }: Experience): boolean =>
  !isStaff(roles) && (hasPaid || usedDays >= reviewAfterDays)

import type { User } from '../../contract/people/accounts.ts'
import { useSubscriptions } from '../features/access/subscriptions/use-subscriptions.ts'

/**
 * Whether links of messages lead straight to their networks: of anyone who sees a product that is no trial, and of anyone who was
 * given that for free (docs/decisions/goto.md). While no one knows, they do not.
 */
export function useStraightLinks({ freeDirectLinks }: Pick<User, 'freeDirectLinks'>): boolean {
  const { products } = useSubscriptions()
  return freeDirectLinks || (products?.some(({ trial }) => !trial) ?? false)
}

/** What learning from someone's marks takes, and which products it is for. */
import { moderates } from '../../../../rules/roles.ts'
import type { VisibleProduct } from '../../../../rules/trial.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { Db } from '../../../kit/sql.ts'
import { listVisibleProducts } from '../../access/subscriptions/subscriptions.public.ts'
import { readActiveRoles, type StaffRules } from '../../people/accounts/accounts.public.ts'

export interface LearningContext {
  db: Db
  clock: Clock
  config: StaffRules
}

/** All that the person sees now. */
export async function listJudgedProducts(ctx: LearningContext, userId: number): Promise<VisibleProduct[]> {
  const roles = (await readActiveRoles(ctx, [userId])).get(userId) ?? []
  return listVisibleProducts(ctx.db, { userId, moderator: moderates(roles) }, ctx.clock.now())
}

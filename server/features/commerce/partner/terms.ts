/** By which terms partners earn: the last that have begun. What was earned stays as it was earned. */
import type { PartnerTerms } from '../../../../contract/commerce/partner.ts'
import type { CommissionTerms } from '../../../../rules/partner/commission.ts'
import { toRoubles } from '../../../../rules/money.ts'
import { recordAuditEntry } from '../../../kit/audit.ts'
import { personOf, type Handlers } from '../../../kit/context.ts'
import { readKopecks } from '../../../kit/read-kopecks.ts'
import type { DbOrTx } from '../../../kit/sql.ts'

export async function readTerms(db: DbOrTx, at: Date): Promise<CommissionTerms> {
  return db
    .selectFrom('partnerTerms')
    .select(['rate', 'months', 'holdDays', 'smallestPayout', 'discount'])
    .where('beginsAt', '<=', at)
    .orderBy('beginsAt', 'desc')
    .executeTakeFirstOrThrow()
}

/** Percents and roubles, as they travel. */
export const showTerms = ({ rate, months, holdDays, smallestPayout, discount }: CommissionTerms): PartnerTerms => ({
  rate: rate / 100,
  months,
  holdDays,
  smallestPayout: toRoubles(smallestPayout),
  discount: discount / 100,
})

export const getPartnerTerms: Handlers<'partner'>['getPartnerTerms'] = async ({ db, clock }) => ({
  terms: showTerms(await readTerms(db, clock.now())),
})

/** For what happens from now on. */
export const setPartnerTerms: Handlers<'partner'>['setPartnerTerms'] = async (ctx, input) => {
  const { db, clock } = ctx
  const { id: actorId } = personOf(ctx)
  const terms = {
    rate: Math.round(input.rate * 100),
    months: input.months,
    holdDays: input.holdDays,
    smallestPayout: readKopecks('smallestPayout', input.smallestPayout),
    discount: Math.round(input.discount * 100),
  }
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('partnerTerms')
      .values({ ...terms, beginsAt: clock.now(), madeBy: actorId })
      .onConflict((conflict) => conflict.column('beginsAt').doUpdateSet({ ...terms, madeBy: actorId }))
      .execute()
    await recordAuditEntry(tx, clock, ctx, { actorId, userId: null, action: 'partner-terms-set', details: terms })
  })
  return { terms: showTerms(terms) }
}

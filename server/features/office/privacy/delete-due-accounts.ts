/** Accounts whose days of grace are over go, and everything of them. */
import { isStaff } from '../../../../rules/roles.ts'
import type { AppContext } from '../../../kit/context.ts'
import { recordAuditEntry, forgetDetails } from '../../../kit/audit.ts'
import { DAY } from '../../../kit/clock.ts'
import { forgetContacts, lockOrdersOf } from '../../commerce/payments/payments.public.ts'
import { forgetWallets } from '../../commerce/partner/partner.public.ts'
import { endPartnerCodes } from '../../commerce/promo/promo.public.ts'
import { deleteFiltersOf } from '../../reading/filters/filters.public.ts'
import { takeBackSpamMarks } from '../../reading/marks/marks.public.ts'
import { handOverModeration, hasModerated } from '../../reading/moderation/moderation.public.ts'
import { deleteFeedbackOf } from '../../site/feedback/feedback.public.ts'
import { forgetMailingsOf } from '../mailings/mailings.public.ts'
import { forgetNetworks } from '../../people/social/social.public.ts'
import { freeLeadsOf, lockLeadsOf } from '../../reading/leads/leads.public.ts'
import { lockSubscriptions } from '../../access/subscriptions/subscriptions.public.ts'
import { leaveTeams, lockTeamsOf } from '../../access/team/team.public.ts'
import { deleteUser, endSessions, insertFormerModerator } from '../../people/accounts/accounts.public.ts'

/** So long a network may keep us waiting that is to forget us too. */
const PATIENCE = 3 * DAY

type Context = Pick<AppContext, 'db' | 'clock' | 'log' | 'config'>

/** Each by itself: one that fails is tried again next time, and the others do not wait for it. */
export async function deleteDueAccounts(context: Context): Promise<void> {
  const { db, clock, log } = context
  const due = await db
    .selectFrom('users')
    .select(['id', 'roles', 'deletionAt'])
    .where('deletionAt', '<=', clock.now())
    .orderBy('id')
    .execute()
  for (const { id, roles, deletionAt } of due) {
    // Became staff in the meantime: an admin has the last word.
    if (isStaff(roles) || deletionAt === null) continue
    try {
      await deleteAccount(context, id, deletionAt)
      log.info({ userId: id }, 'an account is deleted')
    } catch (error) {
      log.error({ err: error, userId: id }, 'an account could not be deleted')
    }
  }
}

async function deleteAccount({ db, clock, log, config }: Context, userId: number, deletionAt: Date): Promise<void> {
  try {
    await forgetNetworks({ db, clock, config }, userId)
  } catch (error) {
    if (clock.now().getTime() - deletionAt.getTime() < PATIENCE) throw error
    log.error({ err: error, userId }, 'a network was not told that an account is gone')
  }
  await takeBackSpamMarks(db, userId)
  await db.transaction().execute(async (tx) => {
    // As others come to the person's row: from their orders, subscriptions, teams or leads, and no one the other way round.
    await lockOrdersOf(tx, userId)
    await lockSubscriptions(tx, userId)
    await lockTeamsOf(tx, userId)
    await lockLeadsOf(tx, userId)
    const row = await tx
      .selectFrom('users')
      .select(['roles', 'deletionAt'])
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirst()
    // Its owner thought better of it in the last moment.
    if (!row?.deletionAt || row.deletionAt > clock.now() || isStaff(row.roles)) return
    await endSessions(tx, clock, { userId })
    await deleteFiltersOf(tx, userId)
    await deleteFeedbackOf(tx, userId)
    await freeLeadsOf(tx, userId, clock.now())
    await leaveTeams(tx, clock, config, userId)
    await endPartnerCodes(tx, userId, clock.now())
    await forgetMailingsOf(tx, userId)
    if (await hasModerated(tx, userId)) await handOverModeration(tx, userId, await insertFormerModerator(tx, clock))
    await forgetDetails(tx, userId)
    await deleteUser(tx, userId)
    await forgetContacts(tx)
    await forgetWallets(tx)
    await recordAuditEntry(tx, clock, null, { actorId: null, userId, action: 'deleted' })
  })
}

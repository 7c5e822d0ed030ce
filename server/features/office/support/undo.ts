/** What support did is taken back by the entry of the log that tells of it. */
import { sql } from 'kysely'
import type { WantedGrant } from '../../../../rules/support/action.ts'
import { AppError } from '../../../kit/app-error.ts'
import { recordAuditEntry } from '../../../kit/audit.ts'
import { personOf, type Handlers } from '../../../kit/context.ts'
import { postLetter } from '../../../kit/mail/post-letter.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'
import { endSubscription, lockSubscriptions } from '../../access/subscriptions/subscriptions.public.ts'
import { forgetGivenTrial, type Opened } from '../../commerce/fulfilment/fulfilment.public.ts'
import { setDeletionAt } from '../../people/accounts/accounts.public.ts'
import { accessPerson } from './access-person.ts'
import { closedLetter, keptLetter } from './letters.ts'

export const undoAction: Handlers<'support'>['undoAction'] = async (ctx, { entry, user: userId, note = '' }) => {
  const { db, clock, config } = ctx
  const actorId = personOf(ctx).id
  await db.transaction().execute(async (tx) => {
    await lockSubscriptions(tx, userId)
    const { email } = await accessPerson(tx, userId, actorId, { deletes: false })
    const [found] = await listTaken(tx, userId, [entry], clock.now())
    if (!found) throw new AppError('UNDO_NOT_AVAILABLE')
    if (found.state !== 'open')
      throw new AppError(found.state === 'changed' ? 'GRANT_ALREADY_CHANGED' : 'UNDO_NOT_AVAILABLE')
    if (found.action === 'support-opened') {
      const { subscriptionId, action, product, name } = found.details as unknown as OpenedDetails
      await endSubscription(tx, clock, { userId, id: subscriptionId })
      if (action === 'trial-subscribe') await forgetGivenTrial(tx, userId, product)
      if (email !== null) await postLetter(tx, clock, email, closedLetter(config.siteUrl, name))
    } else await keepAccount(tx, ctx, userId)
    await recordAuditEntry(tx, clock, ctx, {
      actorId,
      userId,
      action: 'support-undone',
      details: { entry, action: found.action, note: note.trim() },
    })
  })
  return {}
}

async function keepAccount(
  tx: Tx,
  { clock, config }: Parameters<Handlers<'support'>['undoAction']>[0],
  userId: number,
): Promise<void> {
  const kept = await setDeletionAt(tx, userId, null)
  if (kept && kept.email !== null) await postLetter(tx, clock, kept.email, keptLetter(config.siteUrl))
}

type OpenedDetails = WantedGrant & Opened & { name: string }

interface Taken {
  id: number
  action: 'support-opened' | 'support-deletion-set'
  details: Record<string, unknown>
  /** `over`: there is nothing to take back; `changed`: the person has made something else of it. */
  state: 'open' | 'changed' | 'over'
}

/** Of these entries of this person those that tell of something support did, and whether it can be taken back at `now`. */
export async function listTaken(db: DbOrTx, userId: number, entries: readonly number[], now: Date): Promise<Taken[]> {
  const { rows } = await sql<Taken>`
    select l.id, l.action, l.details, case
        when l.action = 'support-deletion-set' then
          case when u.deletion_at = (l.details ->> 'deletionAt')::timestamptz then 'open' else 'over' end
        when s.id is null or s.ended_at is not null or s.expires_at <= ${now} then 'over'
        when s.frozen_at is not null or s.freezes > 0 or s.product_id <> (l.details ->> 'productId')::bigint
          or s.max_size is distinct from (l.details ->> 'size')::integer then 'changed'
        else 'open' end as state
    from audit_log l join users u on u.id = l.user_id
      left join subscriptions s on s.id = (l.details ->> 'subscriptionId')::bigint and s.user_id = l.user_id
    where l.id = any(${[...entries]}::bigint[]) and l.user_id = ${userId} and l.action in ('support-opened', 'support-deletion-set')`.execute(
    db,
  )
  return rows
}

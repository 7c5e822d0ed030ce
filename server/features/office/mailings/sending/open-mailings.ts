/** Mailings as a whole: beginning those that are due, ending those of which nothing is left, stopping all when our server does not do its work. */
import { sql } from 'kysely'
import type { MailingType } from '../../../../../contract/office/mailings.ts'
import { publish } from '../../../../kit/bus.ts'
import type { AppContext } from '../../../../kit/context.ts'
import { postLetter } from '../../../../kit/mail/post-letter.ts'
import type { Tx } from '../../../../kit/sql.ts'
import { bouncesOf, bouncesTooMuch, type Bounces } from '../../../../../rules/mailings/mailing.ts'
import { stoppedLetter } from '../mailing-letter.ts'
import { listRecipients } from '../recipients.ts'
import { countRecipients, type MailingFailure } from '../show-mailings.ts'

type Context = Pick<AppContext, 'db' | 'clock'>

/** Each in a transaction of its own. @returns when the next one is to begin */
export async function beginDue({ db, clock }: Context): Promise<Date | null> {
  for (;;) {
    const begun = await db.transaction().execute(async (tx) => {
      const now = clock.now()
      const mailing = await tx
        .selectFrom('mailings')
        .select(['id', 'type', 'recGroup', 'addresses', 'listedAt'])
        .where('status', '=', 'waiting')
        .where('sendAt', '<=', now)
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst()
      if (!mailing) return false
      const { id, type, recGroup, addresses, listedAt } = mailing
      if (listedAt === null)
        await listRecipients(tx, id, { type: type as MailingType, group: recGroup, addresses }, now)
      await tx
        .updateTable('mailings')
        .set({ status: 'active', listedAt: listedAt ?? now, addresses: [] })
        .where('id', '=', id)
        .execute()
      await publish(tx, 'mailings.changed', {})
      return true
    })
    if (!begun) break
  }
  const next = await db
    .selectFrom('mailings')
    .select(({ fn }) => fn.min('sendAt').as('at'))
    .where('status', '=', 'waiting')
    .executeTakeFirst()
  return next?.at ?? null
}

/** Nothing is left when no one waits and nothing is on its way; what was paused with nothing left is done too. */
export async function completeDone({ db, clock }: Context): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select m.id from mailings m where m.status in ('active', 'paused') and m.listed_at is not null
      and not exists (select from mailing_recipients r where r.mailing_id = m.id and r.state = 'wait')
      and not exists (select from mailing_recipients r where r.mailing_id = m.id and r.state = 'active')`.execute(db)
  for (const { id } of rows) {
    await db.transaction().execute(async (tx) => {
      // Who settles a bounce of it counts again after this, and not meanwhile.
      await tx.selectFrom('mailings').select('id').where('id', '=', id).forUpdate().execute()
      const counts = (await countRecipients(tx, [id])).get(id) ?? {}
      await tx
        .updateTable('mailings')
        .set({ status: 'completed', completedAt: clock.now(), counts: JSON.stringify(counts), trouble: null })
        .where('id', '=', id)
        .where('status', '<>', 'completed')
        .execute()
      await publish(tx, 'mailings.changed', {})
    })
  }
}

/** Every mailing that is on its way stops, and says why, until an admin lets it go on. */
export async function stopAll({ db }: Context, failure: MailingFailure): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('mailings')
      .set({ status: 'paused', trouble: JSON.stringify(failure) })
      .where('status', '=', 'active')
      .execute()
    await publish(tx, 'mailings.changed', {})
  })
}

export const BOUNCES_EXCEEDED = 'MAILING_BOUNCES_EXCEEDED'

/** Stops those of these mailings of which too much came back, and notifies the one who sent it by letter. */
export async function stopBouncing(
  tx: Tx,
  { clock, config }: Pick<AppContext, 'clock' | 'config'>,
  mailingIds: readonly number[],
): Promise<void> {
  for (const [id, counts] of await countRecipients(tx, mailingIds)) {
    const bounces = bouncesOf(counts)
    const mailing = await tx
      .selectFrom('mailings')
      .leftJoin('users', (join) => join.onRef('users.id', '=', 'createdBy').on('users.emailApprove', '=', true))
      .select(['subject', 'bouncesSeen', 'users.email'])
      .where('mailings.id', '=', id)
      .where('status', '=', 'active')
      .forNoKeyUpdate('mailings')
      .executeTakeFirst()
    if (!mailing || !bouncesTooMuch(bounces, mailing.bouncesSeen as Bounces | null)) continue
    const { tried, bounced } = bounces
    const message = `Возвращается слишком много писем: ${bounced} из ${tried}`
    await tx
      .updateTable('mailings')
      .set({ status: 'paused', trouble: JSON.stringify({ code: BOUNCES_EXCEEDED, message }) })
      .where('id', '=', id)
      .execute()
    if (mailing.email !== null)
      await postLetter(tx, clock, mailing.email, stoppedLetter(config.siteUrl, mailing.subject, bounces))
    await publish(tx, 'mailings.changed', {})
  }
}

/** Nothing more goes to this service until an admin says so. */
export async function hold({ db, clock }: Context, holder: string, why: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('mailHolds')
      .values({ holder, why: why.slice(0, 500), since: clock.now() })
      .onConflict((conflict) => conflict.column('holder').doNothing())
      .execute()
    await publish(tx, 'mailings.changed', {})
  })
}

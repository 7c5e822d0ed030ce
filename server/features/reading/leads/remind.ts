/** Reminders of leads, once each: a signal to who has the lead, or else to who set the reminder, and a letter. */
import { sql } from 'kysely'
import type { AppContext } from '../../../kit/context.ts'
import { publish } from '../../../kit/bus.ts'
import type { Letter } from '../../../kit/mail/letter.ts'
import { findLetterAddress } from '../../../kit/mail/letter-address.ts'
import { postLetter } from '../../../kit/mail/post-letter.ts'
import type { Tx } from '../../../kit/sql.ts'
import type { SignalDeclaration } from '../../../kit/signals.ts'
import { listTeammates } from '../../access/team/team.public.ts'
import { publishLead } from './move-lead.ts'
import { snippetOf } from '../feed/feed.public.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config' | 'log'>

/** @returns how many leads their people were reminded of */
export async function remindOfLeads({ db, clock, config, log }: Context): Promise<number> {
  const due = await db
    .selectFrom('leads')
    .select('id')
    .where('remindAt', '<=', clock.now())
    .where('remindedAt', 'is', null)
    .orderBy('remindAt')
    .orderBy('id')
    .execute()
  let reminded = 0
  // Each by itself: the others do not wait for one that fails.
  for (const { id } of due) {
    try {
      reminded += await db.transaction().execute((tx) => remind(tx, { clock, config }, id))
    } catch (error) {
      log.error({ err: error, leadId: id }, 'nobody was reminded of a lead')
    }
  }
  return reminded
}

interface DueRow {
  ownerId: number
  userId: number
  reminder: string | null
  text: string
  authorName: string | null
  productName: string
}

/** While their team rests, or has no place for them, it waits. */
async function remind(tx: Tx, { clock, config }: Pick<Context, 'clock' | 'config'>, id: number): Promise<number> {
  const now = clock.now()
  // Anyone who moves the reminder meanwhile is waited for; of two who remind at once the second finds nothing to do.
  const { rows } = await sql<DueRow>`
    select owner_id, coalesce(assignee_id, remind_to, owner_id) as user_id, reminder, text, author_name, product_name
    from leads where id = ${id} and remind_at <= ${now} and reminded_at is null for no key update`.execute(tx)
  const [lead] = rows
  if (!lead) return 0
  const team = await listTeammates(tx, lead.ownerId, now)
  if (!team.includes(lead.userId)) return 0
  await tx.updateTable('leads').set({ remindedAt: now }).where('id', '=', id).execute()
  await publish(tx, 'leads.due', { leadId: id, userId: lead.userId })
  await publishLead(tx, team, id)
  const to = await findLetterAddress(tx, lead.userId)
  if (to !== null) await postLetter(tx, clock, to, dueLetter(config.siteUrl, id, lead))
  return 1
}

function dueLetter(siteUrl: string, leadId: number, { reminder, text, authorName, productName }: DueRow): Letter {
  const subject = reminder ?? 'Пора вернуться к лиду'
  return {
    subject: `Напоминание: ${subject}`,
    title: subject,
    paragraphs: [`${authorName ?? 'Без имени'} · ${productName}`, snippetOf(text)],
    button: { title: 'Открыть лид', url: `${siteUrl}/leads?lead=${leadId}` },
  }
}

export const dueLeads: SignalDeclaration<{ leadId: number; userId: number }> = {
  name: 'leads.due',
  on: { 'leads.due': (change) => ({ userIds: [change.userId], change }) },
  keyOf: ({ leadId, userId }) => `${leadId} ${userId}`,
  // The letter has come, and the list of what is due shows it.
  missed: () => [],
  async read({ db }, changes) {
    const leads = await db
      .selectFrom('leads')
      .select(['id', 'reminder', 'text'])
      .where('id', 'in', [0, ...changes.map(({ leadId }) => leadId)])
      .execute()
    return changes.flatMap(({ leadId, userId }) => {
      const lead = leads.find(({ id }) => id === leadId)
      if (!lead) return []
      const payload = { leadId, reminder: lead.reminder, text: snippetOf(lead.text) }
      return [{ userId, name: 'leads.due' as const, payload }]
    })
  },
}

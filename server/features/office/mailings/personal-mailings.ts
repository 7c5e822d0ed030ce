/** What mailings keep about a person: for them to download, and to go with their account. */
import type { AppContext } from '../../../kit/context.ts'
import type { PersonalData } from '../../../kit/personal-data.ts'
import type { Tx } from '../../../kit/sql.ts'

export async function personalMailings({ db }: Pick<AppContext, 'db'>, userId: number): Promise<PersonalData> {
  const rows = await db
    .selectFrom('mailingRecipients as r')
    .innerJoin('mailings as m', 'm.id', 'r.mailingId')
    .select(['m.subject', 'r.email', 'r.state', 'r.settledAt'])
    .where('r.userId', '=', userId)
    .orderBy('r.id')
    .execute()
  return rows.length === 0
    ? {}
    : {
        Рассылки: rows.map(({ subject, email, state, settledAt }) => ({
          тема: subject,
          адрес: email,
          состояние: state,
          когда: settledAt,
        })),
      }
}

/** Numbers of mailings stay, addresses go. Of a complaint it stays known that nothing is to go there. */
export async function forgetMailingsOf(tx: Tx, userId: number): Promise<void> {
  await tx.updateTable('mailingRecipients').set({ email: null, reason: null }).where('userId', '=', userId).execute()
  const owner = await tx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst()
  if (!owner?.email) return
  await tx
    .deleteFrom('mailSuppressions')
    .where('email', '=', owner.email.toLowerCase())
    .where('reason', '<>', 'complaint')
    .execute()
}

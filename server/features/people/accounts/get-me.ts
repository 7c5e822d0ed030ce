/** Who is here: for a page the first thing to know. */
import type { Mask } from '../../../../contract/people/accounts.ts'
import type { Identity } from '../../../../rules/identity.ts'
import type { Handlers } from '../../../kit/context.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { findUser } from './find-user.ts'

export const getMe: Handlers<'accounts'>['getMe'] = async ({ db, person, identity }) => {
  const user = person ? await findUser(db, person.id) : null
  return identity.kind === 'acting-as' ? { user, mask: await showMask(db, identity) } : { user }
}

/** As a page shows it: whose account it is, who looks, and how long. */
export async function showMask(
  db: DbOrTx,
  { actor, person, until }: Pick<Extract<Identity, { kind: 'acting-as' }>, 'actor' | 'person' | 'until'>,
): Promise<Mask> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('id', 'in', [actor.id, person.id])
    .execute()
  const named = (id: number) => rows.find((row) => row.id === id) ?? { id, username: '' }
  return { actor: named(actor.id), user: named(person.id), until: until.toISOString() }
}

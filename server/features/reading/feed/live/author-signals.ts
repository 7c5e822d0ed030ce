/** Announces to a person's browsers that an author came on their black list, or left it. */
import { sql } from 'kysely'
import type { Signals } from '../../../../../contract/signals.ts'
import type { SignalDeclaration } from '../../../../kit/signals.ts'

export const authorSignals: SignalDeclaration<{ userId: number; authorId: number }> = {
  name: 'feed.author',
  on: { 'author.listed': (change) => ({ userIds: [change.userId], change }) },
  keyOf: ({ userId, authorId }) => `${userId} ${authorId}`,
  // Who was listed meanwhile is not known: browsers ask for what they show once more when they reconnect.
  missed: () => [],
  gatherMs: 300,
  async read({ db }, changes) {
    const { rows } = await sql<Signals['feed.author'] & { userId: number }>`
      select w.user_id, w.author_id,
        exists (select from blacklisted_authors b where b.user_id = w.user_id and b.author_id = w.author_id) as black_listed
      from unnest(${changes.map(({ userId }) => userId)}::bigint[], ${changes.map(({ authorId }) => authorId)}::bigint[])
        as w (user_id, author_id)`.execute(db)
    return rows.map(({ userId, ...payload }) => ({ userId, name: 'feed.author', payload }))
  },
}

/** Who may read a message that a moderator spoke of: what is rejected moderators only, what is removed no one. As a function, and as SQL. */

export function mayReadVerdict(verdict: string | null, moderator: boolean): boolean {
  return verdict !== 'removed' && (moderator || verdict !== 'rejected')
}

/** @param item the name of a row of feed_items in the query around it */
export const mayReadVerdictSql = (item: string, moderator: boolean): string =>
  moderator ? `${item}.verdict is distinct from 'removed'` : `(${item}.verdict is null or ${item}.verdict = 'approved')`

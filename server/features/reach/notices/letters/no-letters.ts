/** Letters of a filter, or of a kind of alarm, that someone wants no more: by a link of one of them, or by the button of their mail service. */
import type { AlarmKind, NoticeMode, NoticePreferences } from '../../../../../contract/reach/notices.ts'
import { ruleOf } from '../../../../../rules/notices/rule.ts'
import { publish } from '../../../../kit/bus.ts'
import type { AppContext } from '../../../../kit/context.ts'
import type { DbOrTx, Tx } from '../../../../kit/sql.ts'
import { accessFilter } from '../../../reading/filters/filters.public.ts'
import { readNoticePreferences } from '../read-preferences.ts'

type Context = Pick<AppContext, 'db' | 'clock'>

/** The rule of letters that this person set for the filter; null: none. */
export function findLetterRule(db: DbOrTx, userId: number, filterId: number) {
  return db
    .selectFrom('noticeRules')
    .select(['mode', 'hour', 'weekdays', 'level', 'smallest'])
    .where('userId', '=', userId)
    .where('filterId', '=', filterId)
    .where('channel', '=', 'email')
    .executeTakeFirst()
}

/** @returns the mode of the rule they had set before; null: none; undefined: no letters came before either */
export function stopLettersOf(
  { db, clock }: Context,
  userId: number,
  filterId: number,
): Promise<NoticeMode | null | undefined> {
  return db.transaction().execute(async (tx) => {
    const { isDefault, own, push } = await accessFilter(tx, userId, filterId, clock.now())
    const set = await findLetterRule(tx, userId, filterId)
    if (set?.mode === 'off') return undefined
    const rule = set ?? ruleOf('email', null, { isDefault, own, push })
    const off = { ...rule, mode: 'off' as const, updatedAt: clock.now() }
    await tx
      .insertInto('noticeRules')
      .values({ userId, filterId, channel: 'email', ...off })
      .onConflict((conflict) => conflict.columns(['userId', 'filterId', 'channel']).doUpdateSet(off))
      .execute()
    await publish(tx, 'notices.changed', { userId })
    return set ? (set.mode as NoticeMode) : null
  })
}

/** As it was before: with the rule they had set, or the usual one. What was set since stays. */
export function wantLettersOf(
  { db, clock }: Context,
  userId: number,
  filterId: number,
  mode: NoticeMode | null,
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await accessFilter(tx, userId, filterId, clock.now())
    const set = await findLetterRule(tx, userId, filterId)
    if (set?.mode !== 'off') return
    if (mode === null)
      await tx
        .deleteFrom('noticeRules')
        .where('userId', '=', userId)
        .where('filterId', '=', filterId)
        .where('channel', '=', 'email')
        .execute()
    else
      await tx
        .updateTable('noticeRules')
        .set({ mode, updatedAt: clock.now() })
        .where('userId', '=', userId)
        .where('filterId', '=', filterId)
        .where('channel', '=', 'email')
        .execute()
    await publish(tx, 'notices.changed', { userId })
  })
}

/** @returns did it change anything? */
export function setAlarmLetters(
  { db }: Pick<Context, 'db'>,
  userId: number,
  alarm: AlarmKind,
  wanted: boolean,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // As where a person sets them: of two that are set at once neither undoes the other.
    await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    const known = await readNoticePreferences(tx, userId)
    if (known.alarms[alarm].includes('email') === wanted) return false
    const others = known.alarms[alarm].filter((channel) => channel !== 'email')
    await writeAlarms(tx, userId, known, { ...known.alarms, [alarm]: wanted ? [...others, 'email'] : others })
    await publish(tx, 'notices.changed', { userId })
    return true
  })
}

async function writeAlarms(
  tx: Tx,
  userId: number,
  { quiet, pausedUntil, ceiling }: NoticePreferences,
  alarms: NoticePreferences['alarms'],
): Promise<void> {
  const row = { alarms: JSON.stringify(alarms) }
  await tx
    .insertInto('noticePreferences')
    .values({ userId, quietFrom: quiet?.from ?? null, quietTo: quiet?.to ?? null, pausedUntil, ceiling, ...row })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
    .execute()
}

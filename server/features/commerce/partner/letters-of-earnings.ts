/** What came of commissions since the last letter, in one letter a day at most, to partners who want it. */
import { sql } from 'kysely'
import { DAY } from '../../../kit/clock.ts'
import type { AppContext } from '../../../kit/context.ts'
import { lock } from '../../../kit/locks.ts'
import { postLetter } from '../../../kit/mail/post-letter.ts'
import type { Tx } from '../../../kit/sql.ts'
import { earningsLetter, type EarningsNews } from './letters.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'log' | 'config'>

/** Each by itself: the others do not wait for one that fails, and who was written today waits for tomorrow with what is new. */
export async function writeOfEarnings(context: Context): Promise<void> {
  const { db, clock, log } = context
  const { rows } = await sql<{ partnerId: number }>`
    select distinct c.partner_id from commissions c left join partners p on p.user_id = c.partner_id
    where c.told is distinct from c.state and (p.lettered_at is null or p.lettered_at < ${startOfDay(clock.now())})`.execute(
    db,
  )
  for (const { partnerId } of rows) {
    try {
      await db.transaction().execute((tx) => writeTo(tx, context, partnerId))
    } catch (error) {
      log.error({ err: error, partnerId }, 'a partner could not be written of what they earned')
    }
  }
}

/** In UTC, as jobs by the clock are. */
function startOfDay(now: Date): Date {
  return new Date(Math.floor(now.getTime() / DAY) * DAY)
}

/** Whether a letter goes or not, it is not reported again: who turns letters on hears of what comes after. */
async function writeTo(tx: Tx, { clock, config }: Context, partnerId: number): Promise<void> {
  // States change under this lock alone.
  await lock(tx, 'money of partner', partnerId)
  const partner = await tx
    .selectFrom('users as u')
    .leftJoin('partners as p', 'p.userId', 'u.id')
    .select(['u.email', 'u.deletionAt', 'p.letters', 'p.letteredAt'])
    .where('u.id', '=', partnerId)
    .executeTakeFirst()
  // Another process was faster.
  if (partner?.letteredAt && partner.letteredAt >= startOfDay(clock.now())) return
  const news = await takeNews(tx, partnerId)
  const letter = earningsLetter(config.siteUrl, news)
  if (!partner?.email || partner.deletionAt || partner.letters === false || letter === null) return
  await postLetter(tx, clock, partner.email, letter)
  await tx
    .insertInto('partners')
    .values({ userId: partnerId, joinedAt: clock.now(), letteredAt: clock.now() })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ letteredAt: clock.now() }))
    .execute()
}

/** Kopecks by what became of them. What was given and taken back between two letters is reported in neither. */
async function takeNews(tx: Tx, partnerId: number): Promise<EarningsNews> {
  const { rows } = await sql<{ before: string | null; state: keyof EarningsNews | 'none'; amount: number }>`
    with changed as (
      select id, told as before from commissions where partner_id = ${partnerId} and told is distinct from state for update
    )
    update commissions c set told = c.state from changed where c.id = changed.id returning changed.before, c.state, c.amount`.execute(
    tx,
  )
  const news: EarningsNews = { held: 0, suspected: 0, available: 0, reversed: 0, refused: 0 }
  for (const { before, state, amount } of rows) {
    const isGone = state === 'reversed' || state === 'refused'
    if (state !== 'none' && !(isGone && before === null)) news[state] += amount
  }
  return news
}

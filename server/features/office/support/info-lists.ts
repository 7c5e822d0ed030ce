/** Lists that need little work: what they hold, from where they came in, what was written to them. */
import { sql } from 'kysely'
import type { Subscription } from '../../../../contract/access/subscriptions.ts'
import type { HeldSubscription, InfoOf } from '../../../../contract/office/support.ts'
import { productTitles } from '../../../../rules/product-titles.ts'
import { readSubscriptions } from '../../access/subscriptions/subscriptions.public.ts'
import { readSessions } from '../../people/accounts/accounts.public.ts'
import { cutPage, pageOf } from '../../../kit/page-of.ts'
import type { ReadPlace } from './read-place.ts'

/** As the person sees them; those that have a day in the period. */
export const listSubscriptions: ReadPlace<'subscriptions'> = async ({ db, clock }, { id }, asked) => {
  const now = clock.now()
  const { from, to } = asked
  const held = (await readSubscriptions(db, id, now)).filter(
    ({ startsAt, expiresAt }) =>
      (from === null || Date.parse(expiresAt) > from.getTime()) && (to === null || Date.parse(startsAt) < to.getTime()),
  )
  const running = (one: Subscription): boolean => stateOf(one, now) !== 'over'
  const ordered = [...held.filter(running), ...held.filter((one) => !running(one))]
  return {
    place: 'subscriptions',
    ...cutPage(
      ordered.map((one) => showHeld(one, now)),
      asked,
    ),
  }
}

function showHeld(held: Subscription, now: Date): HeldSubscription {
  const { id, Tariff, Category, MonitoredProject, MonitoredGroupset, startsAt, expiresAt } = held
  return {
    id,
    product: Tariff.product,
    name: Category
      ? `Категория «${Category.name}»`
      : MonitoredProject
        ? `Проект «${MonitoredProject.name}»`
        : productTitles[Tariff.product],
    type: Tariff.type,
    title: [Tariff.title, Tariff.durationTitle].filter((words) => words !== '').join(', '),
    startsAt,
    expiresAt,
    state: stateOf(held, now),
    teamSize: Tariff.teamSize,
    maxSize: MonitoredGroupset?.maxSize ?? null,
  }
}

function stateOf({ startsAt, expiresAt, frozenAt }: Subscription, now: Date): HeldSubscription['state'] {
  if (frozenAt !== null) return 'frozen'
  if (Date.parse(expiresAt) <= now.getTime()) return 'over'
  return Date.parse(startsAt) > now.getTime() ? 'waiting' : 'running'
}

export const listSessions: ReadPlace<'sessions'> = async (ctx, { id }, asked) => {
  const { docs, total } = await readSessions(ctx, id, asked)
  return { place: 'sessions', ...pageOf(docs, total, asked) }
}

type LetterOfPerson = InfoOf<'letters'>['docs'][number]
interface LetterRow extends Omit<LetterOfPerson, 'createdAt' | 'at' | 'error'> {
  createdAt: Date
  at: Date | null
  error: string | null
}

/** To every address that is theirs now; the newest first, for as long as letters are kept. No text: letters hold codes. */
export const listLetters: ReadPlace<'letters'> = async ({ db }, { id }, asked) => {
  const { page, limit, from, to } = asked
  const theirs = sql`
    lower(recipient) = any(
      select lower(address) from users, unnest(array[email, pending_email, notification_email, phone]) as address where id = ${id})
    and (${from}::timestamptz is null or created_at >= ${from}) and (${to}::timestamptz is null or created_at < ${to})`
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<LetterRow>`
      select id, channel, recipient, subject, created_at, coalesce(sent_at, failed_at) as at, error,
        case when sent_at is not null then 'sent' when failed_at is not null then 'failed' else 'waiting' end as state
      from letters where ${theirs} order by id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db),
    sql<{ total: number }>`select count(*)::integer as total from letters where ${theirs}`.execute(db),
  ])
  const docs = rows.map(({ createdAt, at, error, ...letter }) => ({
    ...letter,
    createdAt: createdAt.toISOString(),
    at: at?.toISOString() ?? null,
    error: error ?? '',
  }))
  return { place: 'letters', ...pageOf(docs, counted[0]?.total ?? 0, asked) }
}

/** Every order of a person, paid or not, with what its gateway said in words. Money goes back by admins alone. */
import { sql } from 'kysely'
import type { InfoOf } from '../../../../contract/office/support.ts'
import { toRoubles } from '../../../../rules/money.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { describeOrders } from '../../commerce/payments/payments.public.ts'
import { journalInWords } from './journal-in-words.ts'
import { pageOf } from '../../../kit/page-of.ts'
import type { ReadPlace } from './read-place.ts'

type Purchase = InfoOf<'purchases'>['docs'][number]

interface Row {
  id: number
  account: string
  createdAt: Date
  paidAt: Date | null
  openedAt: Date | null
  total: number
  gateway: string
  status: Purchase['status']
  code: string | null
}

export const listPurchasesOfPerson: ReadPlace<'purchases'> = async ({ db }, { id }, asked) => {
  const { page, limit, from, to } = asked
  const theirs = sql`
    o.user_id = ${id} and (${from}::timestamptz is null or o.created_at >= ${from})
    and (${to}::timestamptz is null or o.created_at < ${to})`
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<Row>`
      select o.id, o.account, o.created_at, o.paid_at, o.opened_at, o.total, o.gateway, o.status, p.code
      from orders o left join promo_codes p on p.id = o.promo_id
      where ${theirs} order by o.id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db),
    sql<{ total: number }>`select count(*)::integer as total from orders o where ${theirs}`.execute(db),
  ])
  const accounts = rows.map(({ account }) => account)
  const [described, journal] = await Promise.all([
    describeOrders(
      db,
      rows.map((row) => row.id),
    ),
    readJournal(db, accounts),
  ])
  const docs = rows.map(({ createdAt, paidAt, openedAt, total, code, ...order }): Purchase => {
    const bought = described.get(order.id)
    return {
      ...order,
      createdAt: createdAt.toISOString(),
      paidAt: paidAt?.toISOString() ?? null,
      what: bought?.productNames.join(', ') ?? '',
      title: bought ? `${bought.Tariff.title}, ${bought.Tariff.durationTitle}` : '',
      sum: toRoubles(total),
      opened: openedAt !== null,
      promoCode: code,
      journal: journal.get(order.account) ?? [],
    }
  })
  return { place: 'purchases', ...pageOf(docs, counted[0]?.total ?? 0, asked) }
}

/** Of one order no more than so many are shown: a gateway that repeats itself reports nothing new. */
const MOST_LINES = 20

async function readJournal(db: DbOrTx, accounts: string[]): Promise<Map<string, Purchase['journal']>> {
  const { rows } = await sql<{ account: string; kind: string; verdict: string; at: Date }>`
    select asked.account, e.kind, e.verdict, e.at from unnest(${accounts}::text[]) as asked(account),
      lateral (select * from payment_events where account = asked.account order by id limit ${MOST_LINES}) as e
    order by e.id`.execute(db)
  const lines = new Map<string, Purchase['journal']>(accounts.map((account) => [account, []]))
  for (const { account, at, ...event } of rows)
    lines.get(account)?.push({ at: at.toISOString(), ...journalInWords(event) })
  return lines
}

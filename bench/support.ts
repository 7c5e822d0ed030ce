/**
 * The support desk over very many people: how long each filter takes, beside the cheapest statements by hand that answer the same.
 * Fails where one takes more than three times as long and ten milliseconds more, or finds others.
 *
 *   npm run bench:support -- [--people 1000000] [--rounds 5]
 */
import { parseArgs } from 'node:util'
import type { PeopleFilters } from '../contract/office/support.ts'
import { readConfig } from '../server/config/config.ts'
import { findPeople, showPeople } from '../server/features/office/support/list-people.ts'
import { prepareDatabase } from '../server/prepare-database.ts'
import { startPostgres } from '../tools/postgres.ts'
import { createDatabase } from './create-database.ts'
import { fillPeople } from './support-people.ts'

const { values } = parseArgs({
  options: { people: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '5' } },
})
const people = Number(values.people)
const rounds = Number(values.rounds)

const MOST_TIMES = 3
/** What no one notices may be so many times as long: one field for all asks more than anyone who knows what is meant. */
const FREE_MS = 10
const CAP = 10_001
const LIMIT = 20

/** Two ways to write it by hand: by the people in their order, or from the keys of what they are found by. The cheaper one counts. */
interface Case {
  title: string
  filters: PeopleFilters
  /** What holds of a person `u`. */
  walk: string
  /** Ids of all who are found, as `id`; left out where only the people say it. */
  keys?: string
}

const held = (what: string): Pick<Case, 'walk' | 'keys'> => {
  const where = `ended_at is null and expires_at > now() and ${what}`
  return {
    walk: `exists (select from subscriptions where user_id = u.id and ${where})`,
    keys: `select distinct user_id as id from subscriptions where ${where}`,
  }
}
const latin = (words: string): string =>
  `translate(lower(${words}), 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя', 'abvgdeejziiklmnoprstufhcqww7y7309')`
const called = (name: string): string => `${latin('u.username')} like ${latin(`'%${name}%'`)}`
const bought = 'o.user_id = u.id and o.paid_at is not null and o.total > 0'
const dayAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const middle = Math.floor(people / 2)

/** @param account of an order of someone in the middle */
const casesOf = (account: string): Case[] => [
  { title: 'no filter', filters: {}, walk: 'true' },
  { title: 'e-mail, one', filters: { email: `person${middle}@` }, walk: `u.email ilike '%person${middle}@%'` },
  { title: 'e-mail, a third of all', filters: { email: 'mail.example' }, walk: `u.email ilike '%mail.example%'` },
  { title: 'phone', filters: { phone: '7940001' }, walk: `u.phone like '%7940001%'` },
  { title: 'name, rare', filters: { name: 'Анна Бв' }, walk: called('Анна Бв') },
  { title: 'name, one of twenty', filters: { name: 'Вера' }, walk: called('Вера') },
  { title: 'number', filters: { id: middle }, walk: `u.id = ${middle}` },
  {
    title: 'registered, a week of before',
    filters: { regFrom: dayAgo(700), regTo: dayAgo(694) },
    walk: `u.created_at >= '${dayAgo(700)}'::timestamp at time zone 'UTC' and u.created_at < ('${dayAgo(694)}'::date + 1)::timestamp at time zone 'UTC'`,
  },
  { title: 'product: groups', filters: { product: 'group' }, ...held(`product_type = 'group'`) },
  {
    title: 'one category',
    filters: { category: 7 },
    ...held(`product_type = 'category' and product_id = 7`),
  },
  { title: 'type: team', filters: { type: 'team' }, ...held(`tariff_type = 'team'`) },
  { title: 'type: trial', filters: { type: 'trial' }, ...held(`tariff_type = 'trial'`) },
  {
    title: 'ends within a day',
    filters: { expiring: 1 },
    ...held(`frozen_at is null and expires_at <= now() + interval '1 day'`),
  },
  {
    title: 'a trial that ends within 30 days',
    filters: { expiring: 30, type: 'trial' },
    ...held(`frozen_at is null and expires_at <= now() + interval '30 days' and tariff_type = 'trial'`),
  },
  {
    title: 'has paid',
    filters: { paid: 'ever' },
    walk: `exists (select from orders o where ${bought})`,
    keys: 'select distinct user_id as id from orders where paid_at is not null and total > 0',
  },
  { title: 'has never paid', filters: { paid: 'never' }, walk: `not exists (select from orders o where ${bought})` },
  { title: 'owns a team', filters: { team: 'owner' }, walk: `'teamOwner' = any(u.roles)` },
  {
    title: 'in a team',
    filters: { team: 'member' },
    walk: `exists (select from membership_cards where user_id = u.id and status = 'accepted')`,
    keys: `select user_id as id from membership_cards where status = 'accepted'`,
  },
  { title: 'partner', filters: { partner: 'partner' }, walk: `'partner' = any(u.roles)` },
  {
    title: 'brought by a partner',
    filters: { partner: 'brought' },
    walk: 'exists (select from user_referrals where user_id = u.id and ref_id > 1)',
  },
  {
    title: 'brought by this partner',
    filters: { broughtBy: 2 },
    walk: 'u.id in (select user_id from user_referrals where ref_id = 2)',
    keys: 'select user_id as id from user_referrals where ref_id = 2',
  },
  {
    title: 'seen since yesterday',
    filters: { seenFrom: dayAgo(1) },
    walk: `exists (select from sessions where user_id = u.id and last_seen_at >= '${dayAgo(1)}'::timestamp at time zone 'UTC')`,
    keys: `select distinct user_id as id from sessions where last_seen_at >= '${dayAgo(1)}'::timestamp at time zone 'UTC'`,
  },
  {
    title: 'not seen for 90 days',
    filters: { seenTo: dayAgo(90) },
    walk: `not exists (select from sessions where user_id = u.id and last_seen_at >= ('${dayAgo(90)}'::date + 1)::timestamp at time zone 'UTC')`,
  },
  ...searched('an e-mail', `person${middle}@`, `u.email ilike '%person${middle}@%'`),
  ...searched('a name, one of twenty', 'Вера', called('Вера')),
  ...searched('a phone', '+7 940 001', `u.phone like '%7940001%'`),
  ...searched('an order', account, `u.id in (select user_id from orders where account = '${account}')`),
  ...searched(
    'a code that many used',
    'BENCH1',
    `u.id in (select user_id from promo_uses where promo_id = (select id from promo_codes where lower(code) = 'bench1'))`,
    `select user_id as id from promo_uses where promo_id = (select id from promo_codes where lower(code) = 'bench1')`,
  ),
]

function searched(title: string, search: string, walk: string, keys?: string): Case[] {
  return [{ title: `search: ${title}`, filters: { search }, walk, ...(keys !== undefined && { keys }) }]
}

const order = 'order by created_at desc, id desc'
const byWalk = ({ walk }: Case): string =>
  `select (select count(*) from (select from users u where ${walk} limit ${CAP}) as c)::int as total,
    array(select id from users u where ${walk} ${order} limit ${LIMIT}) as ids`
const byKeys = (keys: string): string =>
  `with k as materialized (${keys})
  select (select count(*) from (select from k limit ${CAP}) as c)::int as total,
    array(select u.id from k join users u on u.id = k.id order by u.created_at desc, u.id desc limit ${LIMIT}) as ids`

interface Found {
  total: number
  ids: number[]
}

/**
 * All of them by turns, so that what else the machine does meanwhile falls on all; of each the least counts, which holds least of that.
 * @returns how long each took, in ms, and what it found
 */
async function leastOf(works: (() => Promise<Found>)[]): Promise<{ ms: number; found: Found }[]> {
  const best = works.map(() => ({ ms: Infinity, found: { total: 0, ids: [] as number[] } }))
  for (let round = 0; round <= rounds; round += 1) {
    for (const [at, work] of works.entries()) {
      const from = performance.now()
      const found = await work()
      // The first round warms up.
      if (round > 0) best[at] = { ms: Math.min(best[at]?.ms ?? Infinity, performance.now() - from), found }
    }
  }
  return best
}

const postgres = await startPostgres({ ephemeral: true })
try {
  const url = await createDatabase(postgres.url, 'bench_support')
  const config = readConfig({
    DATABASE_URL: url,
    PORT: '0',
    NODE_ENV: 'test',
    DEMO: 'off',
    MADE_UP_NETWORK: 'off',
    LOG_LEVEL: 'silent',
  })
  const { db, pool, close } = await prepareDatabase(config)
  const from = performance.now()
  await fillPeople(pool, people)
  console.log(`${people} people in ${((performance.now() - from) / 1_000).toFixed(0)} s`)
  const { rows } = await pool.query<{ account: string }>('select account from orders where user_id > $1 limit 1', [
    middle,
  ])
  const account = rows[0]?.account ?? ''
  for (const one of casesOf(account)) {
    const shown = async (answer: Found): Promise<Found> => {
      await showPeople(db, answer.ids, new Date())
      return answer
    }
    const texts = [byWalk(one), ...(one.keys === undefined ? [] : [byKeys(one.keys)])]
    const [call, ...hands] = await leastOf([
      async () => shown(await findPeople(db, one.filters, { now: new Date(), zone: 'UTC' }, { page: 1, limit: LIMIT })),
      ...texts.map((text) => async () => shown(((await pool.query<Found>(text)).rows as [Found])[0])),
    ])
    if (!call) throw new Error('nothing was measured')
    const { ms, found } = call
    const cheapest = Math.min(...hands.map((hand) => hand.ms))
    for (const hand of hands) {
      if (hand.found.total === found.total && hand.found.ids.join() === found.ids.join()) continue
      console.log(`${one.title}: others are found`, found, hand.found)
      process.exitCode = 1
    }
    const times = ms / cheapest
    if (times > MOST_TIMES && ms - cheapest > FREE_MS) process.exitCode = 1
    const total = found.total === CAP ? 'more' : String(found.total)
    console.log(
      `${one.title.padEnd(36)} ${total.padStart(6)} ${ms.toFixed(1).padStart(8)} ms, by hand ${cheapest.toFixed(1).padStart(8)} ms, ${times.toFixed(2)} times`,
    )
  }
  await close()
} finally {
  await postgres.stop()
}

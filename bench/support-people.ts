/** Very many people with what support looks at: filled in sets, the same each time. */
import type { Pool } from 'pg'

/** Of so many people one holds a subscription, has paid, is in a team …: near enough to what a service of years has. */
const statements = (people: number): string[] => [
  `insert into users (email, username, phone, roles, created_at)
    select 'person' || n || '@' || (array['mail.example', 'post.example', 'firm' || n % 5000 || '.example'])[1 + n % 3],
      (array['Анна', 'Борис', 'Вера', 'Глеб', 'Дина', 'Егор', 'Жанна', 'Захар', 'Инна', 'Кирилл', 'Лев', 'Мила', 'Нина', 'Олег', 'Пётр', 'Раиса', 'Савва', 'Таисия', 'Ульяна', 'Фёдор'])[1 + n % 20]
        || ' ' || initcap(translate(to_hex(n * 7919 % 16777216), '0123456789abcdef', 'абвгдежзиклмнопр')),
      case when n % 4 = 0 then '79' || lpad((n * 7919 % 1000000000)::text, 9, '0') end,
      case when n % 500 = 1 then array['teamOwner'] when n % 400 = 2 then array['partner'] else '{}'::text[] end,
      now() - (${people} - n) * interval '5 years' / ${people}
    from generate_series(1, ${people}::bigint) as n`,
  `insert into sessions (user_id, token_hash, created_at, last_seen_at, expires_at, ip, user_agent)
    select id, decode(md5(id || '-' || n), 'hex'), created_at, least(now(), created_at + (id * 31 + n * 17) % 400 * interval '1 day'), now() + interval '30 days', '10.0.0.1', 'bench'
    from users, generate_series(1, 3) as n where n <= id % 4`,
  `insert into subscriptions (user_id, product_type, product_id, tariff_type, starts_at, expires_at)
    select u.id, case when u.id % 60 = 0 then 'group' when u.id % 37 = 0 then 'project' else 'category' end, 1 + u.id % 60,
      case when u.id % 500 = 1 then 'team' when u.id % 11 = 0 then 'trial' else 'regular' end,
      now() - interval '400 days', now() + (u.id * 13 % 730 - 365) * interval '1 day' + interval '1 hour'
    from users u where u.id % 5 in (0, 1)`,
  `insert into orders (account, user_id, status, product, type, tariff_id, tariff, items, quantity, price, total, days, lines, contact, gateway, created_at, paid_at)
    select upper(substr(md5('order ' || u.id), 1, 12)), u.id, case when u.id % 50 = 5 then 'failed' else 'paid' end, 'category', 'regular', t.id, '{}', '{1}', 1, 99000, 99000, 30, '[]', u.email, 'test',
      u.created_at, case when u.id % 50 <> 5 then u.created_at end
    from users u, (select min(id) as id from tariffs) as t where u.id % 10 = 5`,
  `insert into membership_cards (owner_id, email, username, user_id, status, created_at, place)
    select u.id - 1 - u.id % 500 + 501, u.email, u.username, u.id, 'accepted', u.created_at, u.id % 500 - 10
    from users u where u.id % 500 between 11 and 13 and u.id < ${people} - 500`,
  `insert into user_referrals (user_id, ref_id, at)
    select id, case when id % 3 = 0 then 2 + id % 1000 * 400 else 1 end, created_at from users where id % 2 = 0`,
  `insert into promo_codes (code, tariff_type, discount_type, value, created_at)
    select 'BENCH' || n, 'all', 'percent_off', 1000, now() from generate_series(1, 1000) as n`,
  `insert into promo_uses (promo_id, user_id, at)
    select p.id, u.id, u.created_at from users u join promo_codes p on p.code = 'BENCH' || case when u.id % 40 = 0 then 1 else u.id % 1000 + 1 end where u.id % 20 = 0`,
]

const filled = ['users', 'sessions', 'subscriptions', 'orders', 'membership_cards', 'user_referrals', 'promo_uses']

/** Indexes that hold no rule are made when all is there: so it takes a third of the time. */
export async function fillPeople(pool: Pool, people: number): Promise<void> {
  const { rows: indexes } = await pool.query<{ name: string; definition: string }>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = any($1::regclass[]) and not i.indisunique`,
    [filled],
  )
  for (const { name } of indexes) await pool.query(`drop index ${name}`)
  for (const statement of statements(people)) await pool.query(statement)
  for (const { definition } of indexes) await pool.query(`set maintenance_work_mem = '256MB'; ${definition}`)
  await pool.query('analyze')
}

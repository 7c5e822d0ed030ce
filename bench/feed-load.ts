/**
 * Fills a database with feed items as a year of a busy service would leave them: 80 products of which the first are heavy,
 * 12 % copies (a few texts hundreds of times over), authors of whom few write most, places, spam, verdicts. Everything is a
 * function of the item's number, so that two runs hold the same.
 */
import type pg from 'pg'
import type { Language } from '../engine/language/language.ts'
import { textTerms } from '../engine/language/terms.ts'
import { subscribe } from '../server/features/access/subscriptions/subscriptions.public.ts'
import { features } from '../server/features.ts'
import { createAccount } from '../server/features/people/accounts/accounts.public.ts'
import { DAY, systemClock } from '../server/kit/clock.ts'
import { hooksOf } from '../server/kit/feature.ts'
import { loadLanguage } from '../server/kit/language.ts'
import type { Database } from '../server/kit/sql.ts'
import { makePartitions } from '../server/stream/store/partitions.ts'
import { openSource, readAll } from './stream-messages.ts'

export const PRODUCTS = 80
const TEXTS = 20_000
/** As long as a post is, or shorter: a page of the longest ones would say more of the wire than of the feed. */
const LONGEST = 1_200
const MONTHS = 12

/** A word and in what part of the messages it stands. */
export interface LoadWord {
  term: string
  part: number
}

export interface LoadWords {
  rare: LoadWord
  middling: LoadWord
  common: LoadWord
}

export interface BenchReader {
  userId: number
  mateId: number
  productIds: number[]
}

/** Which of the products, heaviest first, a reader holds. */
const holdings = [[5], Array.from({ length: 10 }, (_, n) => 5 + 8 * n), Array.from({ length: 50 }, (_, n) => 1 + n)]

export async function loadFeed(database: Database, items: number): Promise<void> {
  const { db, pool } = database
  const now = systemClock.now()
  console.log(`${items.toLocaleString('en')} feed items are made up …`)
  const words = await loadTexts(database, await loadLanguage())
  await loadItems(database, items, now)
  const { rows: products } = await pool.query<{ n: number; id: number }>(
    'select place as n, id from bench_products order by place',
  )
  await pool.query('create table bench_held (user_id bigint, mate_id bigint, product_id bigint)')
  await pool.query('create table bench_words as select $1::jsonb as words', [JSON.stringify(words)])
  for (const held of holdings) {
    const [userId, mateId] = await db.transaction().execute(async (tx) => {
      const account = (name: string) =>
        createAccount(
          tx,
          { clock: systemClock, hooks: hooksOf(features) },
          {
            email: `${name}${held.length}@example.ru`,
            password: 'bench bench',
            username: name,
            timeZone: 'Europe/Moscow',
          },
        )
      const ids = [await account('reader'), await account('mate')] as const
      for (const n of held) {
        const productId = products[n - 1]?.id ?? 0
        await subscribe(tx, systemClock, {
          userId: ids[0],
          productType: 'category',
          productId,
          tariffType: 'team',
          startsAt: new Date(now.getTime() - DAY),
          expiresAt: new Date(now.getTime() + 1_000 * DAY),
        })
      }
      return ids
    })
    await pool.query(
      `insert into membership_cards (owner_id, email, username, user_id, status, created_at, accepted_at, place)
        values ($1, $2, 'mate', $3, 'accepted', now(), now(), 1)`,
      [userId, `mate${held.length}@example.ru`, mateId],
    )
    await pool.query(`insert into bench_held select $1, $2, id from bench_products where place = any($3)`, [
      userId,
      mateId,
      held,
    ])
    await loadMarks(database, userId, mateId)
  }
  await pool.query('analyze')
}

export async function readReaders({ pool }: Database): Promise<BenchReader[]> {
  const { rows } = await pool.query<BenchReader>(
    `select user_id as "userId", mate_id as "mateId", array_agg(product_id::int order by product_id) as "productIds" from bench_held group by 1, 2 order by cardinality(array_agg(product_id))`,
  )
  return rows
}

/** Texts that messages repeat, and words of them to ask for. */
async function loadTexts({ pool }: Database, language: Language): Promise<LoadWords> {
  const batches = await readAll(await openSource(TEXTS * 6, 1_000))
  const texts = [...new Set(batches.flatMap(({ messages }) => messages.map(({ text }) => text.slice(0, LONGEST))))]
    .filter((text) => text.length > 20)
    .slice(0, TEXTS)
  const terms = texts.map((text) => textTerms(language, text))
  await pool.query(
    'create unlogged table bench_texts (place bigint primary key, text text not null, terms text[] not null)',
  )
  for (let at = 0; at < texts.length; at += 2_000) {
    const part = texts
      .slice(at, at + 2_000)
      .map((text, place) => ({ place: at + place, text, terms: terms[at + place] }))
    await pool.query('insert into bench_texts select * from jsonb_populate_recordset(null::bench_texts, $1)', [
      JSON.stringify(part),
    ])
  }
  return chooseWords(terms)
}

function chooseWords(terms: string[][]): LoadWords {
  const counts = new Map<string, number>()
  for (const term of terms.flat()) if (/^[а-я]{4,}$/.test(term)) counts.set(term, (counts.get(term) ?? 0) + 1)
  const near = (part: number): LoadWord => {
    const wanted = part * terms.length
    const [term = '', count = 0] = [...counts].reduce((best, each) =>
      Math.abs(each[1] - wanted) < Math.abs(best[1] - wanted) ? each : best,
    )
    return { term, part: count / terms.length }
  }
  return { rare: near(0.0002), middling: near(0.01), common: near(0.2) }
}

const DROPPED = ['feed_items_product_idx', 'feed_items_cluster_idx', 'feed_items_author_idx', 'messages_terms_idx']

/** @returns how many seconds each part took */
async function loadItems({ db, pool }: Database, count: number, now: Date): Promise<Record<string, number>> {
  for (let month = 0; month < MONTHS; month += 1)
    await makePartitions(db, new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - month, 1)))
  for (let day = 0; day < 14; day += 1) await makePartitions(db, new Date(now.getTime() - day * 86_400_000))
  const took: Record<string, number> = {}
  const timed = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    const startedAt = performance.now()
    await work()
    took[name] = (performance.now() - startedAt) / 1000
    console.log(`  ${name}: ${took[name].toFixed(0)} s`)
  }
  await pool.query(`
    create function bench_random(n bigint, seed bigint) returns float8 language sql immutable parallel safe
      as 'select (hashint8extended(n, seed) & 1073741823)::float8 / 1073741824'`)
  const from = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS + 1, 1)
  await pool.query(`
    create function bench_received(n bigint) returns timestamptz language sql immutable parallel safe
      as 'select ''epoch''::timestamptz + interval ''1 second'' * (${from / 1000} + n * ${(now.getTime() - from) / 1000 / (count + 1)}::float8)'`)
  await pool.query(`insert into categories (slug, name, description, icon, free, position, updated_at)
    select 'bench-' || n, 'Категория ' || n, '', 'camera', false, 1000 + n, now() from generate_series(1, ${PRODUCTS}) n`)
  await pool.query(`create unlogged table bench_products as
    select row_number() over (order by position) as place, id from categories where slug like 'bench-%'`)
  await pool.query(`create unlogged table bench_places as
    select row_number() over (order by coalesce(population, 0) desc, id) as place, id, case when type = 'region' then id else parent_id end as region_id from locations where type <> 'country'`)
  const authors = Math.ceil(count / 10)
  await timed('authors and groups', async () => {
    await pool.query(`insert into authors (network, external_id, name, avatar, url, city)
      select 'vk', 'bench' || n, 'Автор ' || n, 'https://example.ru/a/' || n || '.jpg', 'https://vk.com/id' || n, 'Омск' from generate_series(1, ${authors}) n`)
    await pool.query(`insert into groups (network, external_id, name, avatar, url, city, followers, kind)
      select 'vk', 'bench' || n, 'Группа ' || n, 'https://example.ru/g/' || n || '.jpg', 'https://vk.com/club' || n, 'Омск', n, 'community' from generate_series(1, 20000) n`)
  })
  const { rows: indexes } = await pool.query<{ name: string; made: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index where indexrelid::regclass::text = any($1)`,
    [DROPPED],
  )
  for (const { name } of indexes) await pool.query(`drop index ${name}`)

  // Each in one transaction with the truncation, so that nothing is written twice.
  await timed('messages and feed items', () =>
    Promise.all([
      alone(pool, async (client) => {
        await client.query('truncate messages')
        await client.query(insertMessages(count))
      }),
      alone(pool, async (client) => {
        await client.query('truncate feed_items')
        await client.query('alter table feed_items drop constraint feed_items_message_id_product_type_product_id_key')
        await client.query(insertItems(count, authors))
        await client.query('alter table feed_items add unique (message_id, product_type, product_id)')
      }),
    ]),
  )
  await timed('indexes', () =>
    Promise.all(
      [
        indexes.filter(({ name }) => name !== 'messages_terms_idx'),
        indexes.filter(({ name }) => name === 'messages_terms_idx'),
      ].map(async (each) => {
        for (const { made } of each) await alone(pool, (client) => client.query(made.replace(/ ON ONLY /, ' ON ')))
      }),
    ),
  )
  await timed('vacuum and analyze', async () => {
    await pool.query(`select setval('feed_seq', ${count}), setval('message_id_seq', ${count})`)
    await pool.query('vacuum (analyze) feed_items')
    await pool.query('analyze')
  })
  return took
}

async function alone(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<unknown>): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`set local maintenance_work_mem = '1GB'`)
    await work(client)
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** Message n has item n, but every twelfth item is the message before it, once more under another product. */
const isSecond = 'n % 12 = 0'
const messageOf = `(case when ${isSecond} then n - 1 else n end)`
/** Of copies one in seven repeats a text that hundreds repeat; originals are items whose number divides by eight, and not by twelve. */
const clusterOf = (
  n: string,
): string => `(case when ${n} % 8 = 0 or bench_random(${n}, 1) > 0.137 or ${n} < 9000 then ${n}
  when bench_random(${n}, 2) < 0.15 then 4000 * (${n} / 4000) - 8
  else 24 * ((${n} - (bench_random(${n}, 3) * 5000)::bigint) / 24) - 16 end)`
function insertMessages(count: number): string {
  return `
    insert into messages (id, received_at, kept, network, external_id, kind, published_at, author_id, group_id, url, demo, text, terms, unwanted_score, intent_score)
    select n, bench_received(n), true, 'vk', 'bench' || n, 'post', bench_received(n) - interval '1 minute', 1, 1, 'https://vk.com/wall-1_' || n, false, t.text, t.terms, 0.1, 0.2
    from generate_series(1, ${count}) n
    join bench_texts t on t.place = (hashint8extended(${clusterOf('n')}, 4) & 1073741823) % (select count(*) from bench_texts)
    where not ${isSecond}`
}

function insertItems(count: number, authors: number): string {
  // Of 80 products the first has every seventh item, the last one in two hundred.
  const product = `1 + floor(${PRODUCTS} * bench_random(message_id, 5) ^ 2.2)::bigint`
  return `
    insert into feed_items (seq_id, product_type, product_id, message_id, received_at, published_at, network, kind, author_id, group_id, demo, gone,
      keyword, spans, cluster_id, repeats, source_kind, location_id, region_id, location_source, location_confidence, intent_level, is_unwanted, spam_count, verdict)
    select n, 'category', p.id, message_id, bench_received(message_id), bench_received(message_id) - interval '1 minute',
      case when r.a < 0.6 then 'vk' when r.a < 0.9 then 'telegram' else 'ok' end, case when r.b < 0.6 then 'post' else 'comment' end,
      (select min(id) from authors) + floor(${authors} * r.c ^ 3)::bigint, (select min(id) from groups) + floor(20000 * r.d ^ 2)::bigint, false, r.e < 0.01,
      'ищу мастера', '{0,4,10,16}', cluster_id, cluster_id < message_id or ${isSecond},
      case when r.f < 0.7 then 'community' when r.f < 0.9 then 'channel' else 'person' end,
      l.id, l.region_id, case when l.id is not null then 'text' end, case when l.id is not null then 0.8 end,
      case when r.g < 0.7 then 0 when r.g < 0.9 then 1 else 2 end, r.h < 0.06, case when r.i < 0.005 then 12 else 0 end,
      case when r.j < 0.005 then 'approved' when r.j < 0.012 then 'rejected' when r.j < 0.015 then 'removed' end
    from (select n, ${messageOf} as message_id from generate_series(1, ${count}) n offset 0) as i
    cross join lateral (select ${clusterOf('message_id')} as cluster_id, (${product} + case when ${isSecond} then 6 else 0 end - 1) % ${PRODUCTS} + 1 as product) as c
    cross join lateral (select bench_random(message_id, 11) as a, bench_random(message_id, 12) as b, bench_random(message_id, 13) as c,
      bench_random(message_id, 14) as d, bench_random(message_id, 15) as e, bench_random(message_id, 16) as f, bench_random(message_id, 17) as g,
      bench_random(message_id, 18) as h, bench_random(message_id, 19) as i, bench_random(message_id, 20) as j, bench_random(message_id, 21) as k) as r
    join bench_products p on p.place = c.product
    left join bench_places l on r.k < 0.45 and l.place = 1 + floor((select count(*) from bench_places) * (r.k / 0.45) ^ 3)::bigint
    order by n`
}

/** What a reader and their team did: most of it lately, some of it all over the year. */
async function loadMarks({ pool }: Database, userId: number, mateId: number): Promise<void> {
  const some = (count: number, seed: number): string => `
    select message_id from (
      select distinct message_id from feed_items i join bench_held h on h.user_id = ${userId} and h.product_id = i.product_id
      where i.seq_id > (select max(seq_id) from feed_items) - 200000 and not i.gone) as lately
    order by hashint8extended(message_id, ${seed}) limit ${count}`
  const put = (table: string, columns: string, values: string, count: number, seed: number): Promise<unknown> =>
    pool.query(
      `insert into ${table} (user_id, message_id${columns}) select ${values} from (${some(count, seed)}) as m on conflict do nothing`,
    )
  await put('message_views', ', at', `${userId}, message_id, now()`, 3_000, 1)
  await put('favorites', ', at', `${userId}, message_id, now()`, 800, 2)
  await put('spam_marks', ', at', `${userId}, message_id, now()`, 500, 3)
  await put('reactions', ', reaction, at', `${userId}, message_id, 'like', now()`, 700, 4)
  await put('reactions', ', reaction, at', `${mateId}, message_id, 'dislike', now()`, 700, 5)
  await put('notes', ', text, updated_at', `${userId}, message_id, 'перезвонить', now()`, 150, 6)
  await put('notes', ', text, updated_at', `${mateId}, message_id, 'мой клиент', now()`, 150, 7)
  // Of those who write most some too.
  await pool.query(`insert into blacklisted_authors (user_id, author_id, at)
    select ${userId}, id, now() from (
      (select id from authors where id % 17 = ${userId % 17} order by id limit 30) union
      (select id from authors where id > 1000 order by hashint8extended(id, ${userId}) limit 170)) as a on conflict do nothing`)
}

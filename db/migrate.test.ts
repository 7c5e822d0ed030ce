import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { withDatabase } from '../server/testing/test-database.ts'
import { migrate } from './migrate.ts'

let server: pg.Client
let client: pg.Client
let name: string
beforeEach(async () => {
  name = `migrated_${randomBytes(6).toString('hex')}`
  server = new pg.Client({ connectionString: inject('databaseServer') })
  await server.connect()
  await server.query(`create database ${name}`)
  client = new pg.Client({ connectionString: urlOf() })
  await client.connect()
})
afterEach(async () => {
  await client.end()
  await server.query(`drop database ${name} with (force)`)
  await server.end()
})
const urlOf = () => withDatabase(inject('databaseServer'), name)
const rowsOf = async (query: string) => (await client.query<Record<string, unknown>>(query)).rows

it('applies each migration once, in the order of their names', async () => {
  const applied = await migrate(urlOf())
  expect(applied.length).toBeGreaterThan(5)
  expect(applied).toEqual(applied.toSorted())
  expect(await migrate(urlOf())).toEqual([])
})

it('goes up to the migration it is asked for, and on from there', async () => {
  const first = await migrate(urlOf(), '2026-11-22-feed-whole.sql')
  expect(first.at(-1)).toBe('2026-11-22-feed-whole.sql')
  expect((await migrate(urlOf()))[0]).toBe('2026-11-23-people.sql')
})

it('keeps scores, levels, what is suppressed and what is dismissed under their new names', async () => {
  await migrate(urlOf(), '2026-11-27-areas.sql')
  await client.query(`
    create table messages_kept_202611 partition of messages_kept for values from ('2026-11-01') to ('2026-12-01');
    create table messages_passing_20261120 partition of messages_passing for values from ('2026-11-20') to ('2026-11-21');
    insert into messages (id, received_at, kept, network, external_id, kind, published_at, demo, text, terms, unwanted, intent)
    select n, '2026-11-20 12:00Z', n < 4, 'vk', n, 'post', '2026-11-20 11:00Z', false, 'Ищу ' || n, array['искать'],
      case when n < 3 then n / 4.0 end, case when n < 3 then n / 8.0 end from generate_series(1, 4) n;
    insert into feed_items (seq_id, product_type, product_id, message_id, received_at, published_at, network, kind, demo, spans, cluster_id,
      intent, unwanted, withheld)
    select n, 'project', 1, n, '2026-11-20 12:00Z', '2026-11-20 11:00Z', 'vk', 'post', false, '{}', n,
      n - 1, n = 2, (array['censor', 'neural', null])[n] from generate_series(1, 3) n;
    insert into users (email, username, created_at)
    values ('anna@example.ru', 'Анна', now());
    insert into unlike_messages select id, 3 from users`)

  expect(await migrate(urlOf())).toContain('2026-11-28-scores.sql')

  expect(await rowsOf('select id, kept, intent_score, unwanted_score from messages order by id')).toEqual([
    { id: 1, kept: true, intent_score: 0.125, unwanted_score: 0.25 },
    { id: 2, kept: true, intent_score: 0.25, unwanted_score: 0.5 },
    { id: 3, kept: true, intent_score: null, unwanted_score: null },
    { id: 4, kept: false, intent_score: null, unwanted_score: null },
  ])
  expect(
    await rowsOf('select message_id, intent_level, is_unwanted, suppressed_by from feed_items order by seq_id'),
  ).toEqual([
    { message_id: 1, intent_level: 0, is_unwanted: false, suppressed_by: 'censor' },
    { message_id: 2, intent_level: 1, is_unwanted: true, suppressed_by: 'neural' },
    { message_id: 3, intent_level: 2, is_unwanted: false, suppressed_by: null },
  ])
  expect(await rowsOf('select message_id from dismissed_messages')).toEqual([{ message_id: 3 }])
  // The check goes with its column.
  await expect(client.query(`update feed_items set suppressed_by = 'nobody'`)).rejects.toThrow(
    'feed_items_suppressed_by_check',
  )
})

it('keeps what filters, waiting exports and projects narrow to under our names', async () => {
  await migrate(urlOf(), '2026-11-28-scores.sql')
  await client.query(`
    insert into users (email, username, created_at) values ('anna@example.ru', 'Анна', now());
    insert into filters (user_id, name, fields, created_at)
    select id, name, fields::jsonb, now() from users, (values
      ('Старый', '{"resources": ["vk"], "resourceTypes": [], "messageType": "post", "spam": "no"}'),
      ('Пустой', '{}')) as made (name, fields);
    insert into monitored_projects (user_id, name, resources, resource_types, created_at)
    select id, 'Сыр', '{ok}', '{post}', now() from users;
    insert into exports (user_id, kind, format, status, params, created_at, expires_at)
    select id, 'messages', 'csv', 'waiting', '{"title": "Сыр", "fields": {"resources": ["ok"], "limit": 20}}', now(), now() from users`)

  await migrate(urlOf())

  expect(await rowsOf('select fields from filters order by id')).toEqual([
    { fields: { networks: ['vk'], sourceKinds: [], kind: 'post', spam: 'no' } },
    { fields: {} },
  ])
  expect(await rowsOf('select networks, kinds from monitored_projects')).toEqual([
    { networks: ['ok'], kinds: ['post'] },
  ])
  expect(await rowsOf('select params from exports')).toEqual([
    { params: { title: 'Сыр', fields: { networks: ['ok'], limit: 20 } } },
  ])
})

it('leaves each category once in a cart, and no more than a cart holds', async () => {
  await migrate(urlOf(), '2026-11-29-own-names.sql')
  await client.query(`
    insert into carts (guest_hash, items, promo_code, updated_at)
    values ('a', '{7,5,7,5,6}', 'ЕСТЬ', now()), ('b', array(select generate_series(1, 900)), repeat('x', 41), now()), ('c', '{}', null, now());
    insert into carts (guest_hash, type, updated_at) values ('d', 'package', now())`)

  await migrate(urlOf())

  const counted = 'case when cardinality(items) < 10 then items::text end as items, cardinality(items) as count'
  expect(await rowsOf(`select ${counted}, promo_code, type from carts order by guest_hash`)).toEqual([
    { items: '{7,5,6}', count: 3, promo_code: 'ЕСТЬ', type: 'regular' },
    { items: null, count: 500, promo_code: null, type: 'regular' },
    { items: '{}', count: 0, promo_code: null, type: 'regular' },
    { items: '{}', count: 0, promo_code: null, type: 'regular' },
  ])
  await expect(client.query('update carts set items = array(select generate_series(1, 501))')).rejects.toThrow(
    'carts_items_check',
  )
})

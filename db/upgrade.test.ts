/** A database that was made by an earlier release, with what people had in it then, is read by the service of today. */
import { randomBytes } from 'node:crypto'
import { expect, inject, it } from 'vitest'
import { prepareDatabase } from '../server/prepare-database.ts'
import { onServer, withDatabase } from '../server/testing/test-database.ts'
import { openTestWorld } from '../server/testing/test-world.ts'
import { migrate } from './migrate.ts'

/** Where a release ended, or from where on the tables are others: the first, one between, the last. */
const FOUNDATION = '2026-11-21-foundation.sql'
const FEED = '2026-11-22-feed-whole.sql'
const ORDERS = '2026-11-24-order.sql'
const OWN_NAMES = '2026-11-29-own-names.sql'

/** One person, what they hold and what came for them, as the tables of that release take it. */
function rowsAt(release: string): string {
  const from = (migration: string): boolean => release >= migration
  return `
    insert into users (email, username, password_hash, created_at) values ('anna@example.ru', 'Анна', 'x', '2026-11-01Z');
    insert into categories (slug, name, description, icon, free, position, updated_at)
      values ('own', 'Своя', 'Своя категория', 'camera', false, 0, '2026-11-01Z');
    insert into filters (user_id, name, is_default, fields, created_at) select id, 'Основной', true,
      '{"${from(OWN_NAMES) ? 'networks' : 'resources'}": ["vk"], "includedWords": ["фотограф"]}', '2026-11-01Z' from users;
    create table messages_kept_202611 partition of messages_kept for values from ('2026-11-01') to ('2026-12-01');
    insert into message_keys (network, external_id, message_id, received_at, kept) values ('vk', '1', 7, '2026-11-20 11:00Z', true);
    insert into messages (id, received_at, kept, network, external_id, kind, published_at, demo, text, terms)
      values (7, '2026-11-20 11:00Z', true, 'vk', '1', 'post', '2026-11-20 11:00Z', false, 'Нужен фотограф', '{нужный,фотограф}');
    insert into feed_items (seq_id, product_type, product_id, message_id, received_at, published_at, network, kind, demo, spans
        ${from(FEED) ? ', cluster_id' : ''})
      select nextval('feed_seq'), 'category', id, 7, '2026-11-20 11:00Z', '2026-11-20 11:00Z', 'vk', 'post', false, '{6,14}'
        ${from(FEED) ? ', 7' : ''} from categories;
    insert into subscriptions (user_id, product_type, product_id, tariff_type, starts_at, expires_at)
      select users.id, 'category', categories.id, 'regular', '2026-11-01Z', '2027-11-01Z' from users, categories;
    ${
      from(OWN_NAMES)
        ? `insert into monitored_projects (user_id, name, created_at)
      select id, unnest(array['', 'Зерно', '']), '2026-11-01Z' from users;`
        : ''
    }
    ${
      from(ORDERS)
        ? `insert into tariffs (product, type, title, rate, fee, duration, duration_unit, duration_title, position)
      values ('category', 'regular', 'Месяц', 100000, 0, 1, 'month', '1 месяц', 9);
    insert into orders (account, user_id, status, product, type, tariff_id, tariff, items, quantity, price, total, days, lines, contact,
        gateway, created_at, paid_at)
      select 'A1', users.id, 'paid', 'category', 'regular', tariffs.id, '{"id": 1, "product": "category", "type": "regular",
          "title": "Месяц", "rate": 1000, "fee": 0, "duration": 1, "durationUnit": "month", "durationTitle": "1 месяц", "teamSize": null}', array[categories.id],
        1, 100000, 100000, 30, '[{"name": "Своя", "quantity": 1, "amount": 100000}]', 'anna@example.ru', 'test', '2026-11-01Z', '2026-11-01Z'
      from users, tariffs, categories;
    update subscriptions set order_id = (select id from orders),
      tariff = (select tariff from orders);`
        : ''
    }`
}

it.each([FOUNDATION, ORDERS, OWN_NAMES])('what people had at %s is there', async (release) => {
  const name = `upgraded_${randomBytes(6).toString('hex')}`
  const url = withDatabase(inject('databaseServer'), name)
  await onServer(inject('databaseServer'), `create database ${name}`)
  try {
    await migrate(url, release)
    await onServer(url, rowsAt(release))
    const database = await prepareDatabase({ databaseUrl: url, databasePool: 4, demo: false })
    const world = await openTestWorld({ database })
    try {
      const token = await world.signIn(1, '10.0.0.1')
      const anna = { token, ip: '10.0.0.1' }
      expect(await world.ask('accounts', 'getMe', {}, anna)).toMatchObject({
        result: { user: { email: 'anna@example.ru', username: 'Анна' } },
      })
      expect(await world.ask('filters', 'listFilters', {}, anna)).toMatchObject({
        result: { filters: [{ name: 'Основной', networks: ['vk'], includedWords: ['фотограф'], kind: 'all' }] },
      })
      expect(await world.ask('feed', 'queryFeed', {}, anna)).toMatchObject({
        result: { total: 1, messages: [{ text: 'Нужен фотограф' }] },
      })
      expect(await world.ask('subscriptions', 'listSubscriptions', {}, anna)).toMatchObject({
        result: { subscriptions: [{ Category: { name: 'Своя' }, Tariff: { title: release < ORDERS ? '' : 'Месяц' } }] },
      })
      const named = release < OWN_NAMES ? [] : [{ name: 'Проект 1' }, { name: 'Зерно' }, { name: 'Проект 3' }]
      expect(await world.ask('projects', 'listProjects', {}, anna)).toMatchObject({ result: { projects: named } })
      expect(await world.ask('payments', 'listPurchases', {}, anna)).toMatchObject({
        result: { docs: release < ORDERS ? [] : [{ account: 'A1', productNames: ['Своя'] }] },
      })
    } finally {
      await world.close()
    }
  } finally {
    await onServer(inject('databaseServer'), `drop database ${name} with (force)`)
  }
})

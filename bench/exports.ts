/**
 * What it takes to make a file of a long feed: seconds, those of them that this process computed, bytes, and the most memory it
 * held with all of its threads, beside what it held before. A PostgreSQL of its own, filled with made-up messages of the usual
 * length.
 *
 *   npm run bench:exports -- [--messages 100000] [--letters 16384] [--formats xlsx,csv,html] [--kinds messages,users]
 *
 * With --letters every message is that long: what the longest take is to be bounded too.
 */
import { parseArgs } from 'node:util'
import { emptyFilter } from '../contract/reading/filters.ts'
import { readConfig } from '../server/config/config.ts'
import { features } from '../server/features.ts'
import { createAccount } from '../server/features/people/accounts/accounts.public.ts'
import { listAllCategories } from '../server/features/watching/categories/categories.public.ts'
import type { ExportParams } from '../server/features/reading/exports/export-row.ts'
import { makeExport } from '../server/features/reading/exports/make-export.ts'
import { subscribe } from '../server/features/access/subscriptions/subscriptions.public.ts'
import { DAY, systemClock } from '../server/kit/clock.ts'
import { hooksOf } from '../server/kit/feature.ts'
import { loadLanguage } from '../server/kit/language.ts'
import { silentLog } from '../server/kit/log.ts'
import { prepareDatabase } from '../server/prepare-database.ts'
import { makePartitions } from '../server/stream/store/partitions.ts'
import { startPostgres } from '../tools/postgres.ts'

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '100000' },
    letters: { type: 'string' },
    formats: { type: 'string', default: 'xlsx,csv,html' },
    kinds: { type: 'string', default: 'messages,users' },
  },
})
const count = Number(values.messages)
if (!(count > 0)) throw new Error('--messages takes a number above 0')

const MB = 1_048_576
const megabytes = (bytes: number): string => (bytes / MB).toFixed(0)

const postgres = await startPostgres({ ephemeral: true })
try {
  const config = readConfig({
    DATABASE_URL: postgres.url,
    NODE_ENV: 'test',
    DEMO: 'off',
    MADE_UP_NETWORK: 'off',
    LOG_LEVEL: 'silent',
  })
  const [database, language] = await Promise.all([prepareDatabase(config), loadLanguage()])
  const { db, pool } = database
  const now = systemClock.now()
  await makePartitions(db, now)
  const category = (await listAllCategories(db))[0]
  if (!category) throw new Error('there are no categories')
  const product = { type: 'category', id: category.id } as const
  const userId = await db.transaction().execute(async (tx) => {
    const id = await createAccount(
      tx,
      { clock: systemClock, hooks: hooksOf(features) },
      {
        email: 'bench@example.ru',
        password: 'bench bench',
        username: 'bench',
        timeZone: 'Europe/Moscow',
      },
    )
    const startsAt = new Date(now.getTime() - DAY)
    await subscribe(tx, systemClock, {
      userId: id,
      productType: 'category',
      productId: category.id,
      tariffType: 'regular',
      startsAt,
      expiresAt: new Date(now.getTime() + DAY),
    })
    return id
  })

  console.log(`${count} messages are made up …`)
  await pool.query(
    `insert into authors (network, external_id, name, url) select 'vk', 'a' || n, 'Автор ' || n, 'https://vk.com/id' || n from generate_series(1, $1::int) n`,
    [Math.ceil(count / 3)],
  )
  await pool.query(
    `insert into groups (network, external_id, name, url) select 'vk', 'g' || n, 'Группа ' || n, 'https://vk.com/club' || n from generate_series(1, 1000) n`,
  )
  const repeats = values.letters === undefined ? '1 + n % 8' : String(Math.ceil(Number(values.letters) / 48))
  const text = `'Ищу фотографа номер ' || n || repeat(' посоветуйте, пожалуйста, кого-нибудь с опытом', ${repeats})`
  await pool.query(
    `insert into messages (id, received_at, kept, network, external_id, kind, published_at, author_id, group_id, url, demo, text, terms)
     select n, $2::timestamptz, true, 'vk', 'm' || n, 'post', $2::timestamptz - n * interval '1 second', 1 + n % $3::int, 1 + n % 1000,
       'https://vk.com/wall-1_' || n, false, ${text}, '{}' from generate_series(1, $1::int) n`,
    [count, now, Math.ceil(count / 3)],
  )
  await pool.query(
    `insert into feed_items (seq_id, product_type, product_id, message_id, received_at, published_at, network, kind, author_id, group_id, demo, keyword, spans, cluster_id)
     select id, 'category', $1, id, received_at, published_at, network, kind, author_id, group_id, demo, 'фотограф', '{}', id from messages where kept`,
    [category.id],
  )
  await pool.query('analyze')

  const rows: Record<string, unknown>[] = []
  for (const kind of values.kinds.split(',')) {
    for (const format of values.formats.split(',')) {
      const [from, to] = [
        new Date(now.getTime() - 400 * DAY).toISOString(),
        new Date(now.getTime() + DAY).toISOString(),
      ]
      const params: ExportParams = {
        product,
        from,
        to,
        fields: { ...emptyFilter, fromDate: from, toDate: to },
        title: 'Эхолот',
        fileName: `Эхолот.${format}`,
        attempts: 0,
      }
      const { id } = await db
        .insertInto('exports')
        .values({
          userId,
          kind,
          format,
          params: JSON.stringify(params),
          status: 'waiting',
          createdAt: now,
          expiresAt: new Date(now.getTime() + DAY),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      globalThis.gc?.()
      const before = process.memoryUsage.rss()
      let most = before
      const watching = setInterval(() => {
        most = Math.max(most, process.memoryUsage.rss())
      }, 50)
      const computed = process.cpuUsage()
      const startedAt = performance.now()
      await makeExport(
        {
          db,
          database,
          clock: systemClock,
          log: silentLog,
          language,
          config: readConfig({ DATABASE_URL: database.url }),
        },
        id,
      )
      clearInterval(watching)
      const { user, system } = process.cpuUsage(computed)
      const { status, done, bytes } = await db
        .selectFrom('exports')
        .select(['status', 'done', 'bytes'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      if (status !== 'ready') throw new Error(`${format} is ${status}`)
      const seconds = (performance.now() - startedAt) / 1000
      rows.push({
        kind,
        format,
        rows: done,
        seconds: seconds.toFixed(1),
        'computing, s': ((user + system) / 1e6).toFixed(1),
        'rows/s': Math.round(done / seconds),
        'file, MB': megabytes(bytes),
        'rss before, MB': megabytes(before),
        'rss at most, MB': megabytes(most),
      })
      console.log(JSON.stringify(rows.at(-1)))
      await db.deleteFrom('exports').where('id', '=', id).execute()
    }
  }
  console.table(rows)
  await database.close()
} finally {
  await postgres.stop()
}

/**
 * How long it takes from saving a project until what is stored is searched, and until its first message is in the feed, while
 * so many messages are stored and indexed. A PostgreSQL of its own that writes to the disk as a real one does.
 *
 *   npm run bench:search-back -- [--messages 200000]
 */
import { parseArgs } from 'node:util'
import type { ProjectFields } from '../contract/watching/projects.ts'
import { readConfig } from '../server/config/config.ts'
import { features } from '../server/features.ts'
import { createAccount } from '../server/features/people/accounts/accounts.public.ts'
import { makeProjects } from '../server/features/watching/projects/projects.public.ts'
import { saveProject } from '../server/features/watching/projects/save-project.ts'
import { subscribe } from '../server/features/access/subscriptions/subscriptions.public.ts'
import { DAY, systemClock } from '../server/kit/clock.ts'
import { hooksOf } from '../server/kit/feature.ts'
import { loadLanguage } from '../server/kit/language.ts'
import { silentLog } from '../server/kit/log.ts'
import type { Database } from '../server/kit/sql.ts'
import { prepareDatabase } from '../server/prepare-database.ts'
import { searchBack } from '../server/stream/search-back/search-back.ts'
import { startPostgres } from '../tools/postgres.ts'
import { createDatabase } from './create-database.ts'
import { indexAll, loadMessages } from './preview-load.ts'
import { openSource, readAll, realMessages } from './stream-messages.ts'

const { values } = parseArgs({ options: { messages: { type: 'string', default: '200000' } } })
const count = Number(values.messages)
if (!(count > 0)) throw new Error('--messages takes a number above 0')

const empty: ProjectFields = {
  name: '',
  keywords: [],
  context: [],
  excludedKeywords: [],
  censorFilter: true,
  neuralFilter: true,
  networks: [],
  kinds: [],
}
const saved: [name: string, fields: Partial<ProjectFields>][] = [
  ['a rare word', { keywords: ['плиточник'] }],
  ['two words near each other', { keywords: ['ищу мастера', 'посоветуйте врача'] }],
  ['a common word', { keywords: ['работа'] }],
  ['the same with stop-words', { keywords: ['работа'], excludedKeywords: ['вакансия', 'зарплата'] }],
  ['a commoner one', { keywords: ['год'] }],
  ['the commonest word', { keywords: ['и'] }],
]

async function measure(database: Database, url: string): Promise<Record<string, string | number>[]> {
  const language = await loadLanguage()
  const config = readConfig({ DATABASE_URL: url, NODE_ENV: 'test', LOG_LEVEL: 'silent' })
  const { db, pool } = database
  const [userId, id] = await db.transaction().execute(async (tx) => {
    const user = await createAccount(
      tx,
      { clock: systemClock, hooks: hooksOf(features) },
      {
        email: 'bench@example.ru',
        password: 'правильный пароль',
        username: 'bench',
        timeZone: 'Europe/Moscow',
        roles: [],
      },
    )
    const [project = 0] = await makeProjects(tx, systemClock, user, 1)
    const startsAt = systemClock.now()
    await subscribe(tx, systemClock, {
      userId: user,
      productType: 'project',
      productId: project,
      tariffType: 'regular',
      startsAt,
      expiresAt: new Date(startsAt.getTime() + DAY),
    })
    return [user, project] as const
  })
  const rows: Record<string, string | number>[] = []
  for (const [name, fields] of saved) {
    await pool.query('delete from feed_items')
    const { version } = await saveProject(
      db,
      systemClock,
      { userId, needs: 'none', now: new Date() },
      id,
      { ...empty, ...fields },
      true,
    )
    const startedAt = performance.now()
    let first = Number.NaN
    const timer = setInterval(
      () =>
        void pool.query('select from feed_items limit 1').then(({ rowCount }) => {
          if (rowCount && Number.isNaN(first)) first = performance.now() - startedAt
        }),
      20,
    )
    await searchBack({ db, database, clock: systemClock, log: silentLog, language, config }, id, version)
    const all = performance.now() - startedAt
    clearInterval(timer)
    const { progress } = await db
      .selectFrom('monitoredProjects')
      .select('progress')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { total, error } = progress as {
      total: number | null
      error: { code: string; details: { total?: number } } | null
    }
    rows.push({
      saved: name,
      found: error ? `${error.code} ${error.details.total ?? ''}` : (total ?? 0),
      'first, s': (first / 1000).toFixed(2),
      'all, s': (all / 1000).toFixed(2),
    })
  }
  return rows
}

console.log(
  realMessages === null
    ? 'The real messages are not there (../shared/data/messages.ndjson.zst): made-up ones take their place.'
    : `Real messages. Node ${process.version}`,
)
const postgres = await startPostgres({
  ephemeral: true,
  settings: { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', shared_buffers: '256MB' },
})
try {
  const url = await createDatabase(postgres.url, 'bench_search_back')
  const database = await prepareDatabase(
    readConfig({ DATABASE_URL: url, NODE_ENV: 'test', DEMO: 'off', MADE_UP_NETWORK: 'off', LOG_LEVEL: 'silent' }),
  )
  const messages = (await readAll(await openSource(Math.min(count, 250_000), 1_000))).flatMap((batch) => batch.messages)
  const now = new Date()
  await loadMessages(database, messages, count, now)
  await indexAll(database, await loadLanguage(), now)
  console.log(`${count} messages are stored`)
  console.table(await measure(database, url))
  await database.close()
} finally {
  await postgres.stop()
}

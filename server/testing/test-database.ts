/** One PostgreSQL for the whole run, tests and journeys, and the templates in it that databases of tests are cloned from. */
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../db/migrate.ts'
import { startPostgres } from '../../tools/postgres.ts'
import { systemClock } from '../kit/clock.ts'
import { forgetCategoryQueries } from '../features/watching/categories/forget-queries.samples.ts'
import { seedCategories } from '../features/watching/categories/seed.ts'
import { seedLocations } from '../features/watching/locations/seed.ts'
import { seedTariffs } from '../features/access/tariffs/seed.ts'
import { prepareJobs } from '../kit/jobs.ts'
import { openDatabase } from '../kit/sql.ts'
import { makePartitions } from '../stream/store/partitions.ts'

/** Categories look for nothing in it: thousands of queries would be read by every stream that is opened. */
export const TEMPLATE = 'echolot_template'
/** The same with all that the seeded categories look for. */
export const SEEDED_TEMPLATE = 'echolot_seeded'

/** Every project that needs it asks for it; the first one starts it, and ends it when the run ends. */
export default async function setUp({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const run = vitest.getRootProject()
  if (run.getProvidedContext().databaseServer) return undefined
  const postgres = await startPostgres({
    ephemeral: true,
    inMemory: true,
    settings: { max_connections: '200', max_wal_size: '512MB' },
  })
  await onServer(postgres.url, `create database ${SEEDED_TEMPLATE}`)
  const url = withDatabase(postgres.url, SEEDED_TEMPLATE)
  await migrate(url)
  const database = openDatabase(url)
  await prepareJobs(database)
  await seedCategories(database.db, systemClock)
  await seedLocations(database.db)
  await seedTariffs(database.db, systemClock)
  await makePartitions(database.db, new Date('2026-11-20T12:00:00Z'))
  await database.close()
  await onServer(postgres.url, `create database ${TEMPLATE} template ${SEEDED_TEMPLATE} strategy file_copy`)
  const template = openDatabase(withDatabase(postgres.url, TEMPLATE))
  await forgetCategoryQueries(template.db)
  await template.close()
  run.provide('databaseServer', postgres.url)
  return () => postgres.stop()
}

export function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

export async function onServer(url: string, commands: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(commands)
  } finally {
    await client.end()
  }
}

declare module 'vitest' {
  export interface ProvidedContext {
    databaseServer: string
  }
}

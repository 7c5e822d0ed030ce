/** The database as every process needs it: the tables there, the queue laid, the categories, the places, the price list, the first articles and the demo people seeded. */
import { migrate } from '../db/migrate.ts'
import type { Config } from './config/config.ts'
import { features } from './features.ts'
import { seedArticles } from './features/site/blog/seed.ts'
import { seedCategories } from './features/watching/categories/seed.ts'
import { seedLocations } from './features/watching/locations/seed.ts'
import { seedTariffs } from './features/access/tariffs/seed.ts'
import { systemClock } from './kit/clock.ts'
import { hooksOf } from './kit/feature.ts'
import { prepareJobs } from './kit/jobs.ts'
import { openDatabase, type Database } from './kit/sql.ts'
import { seedDemoGroups } from './demo/demo-groups.ts'
import { seedDemoLeads } from './demo/demo-leads.ts'
import { seedDemoPartner } from './demo/demo-partner.ts'
import { seedDemoProjects } from './demo/demo-projects.ts'
import { seedDemoPeople } from './demo/demo.ts'

/** One sentence for a person, then the end. */
export class CannotStart extends Error {}

/** Migrates and seeds what is missing; whatever runs on the database runs after this. */
export async function prepareDatabase(config: Config): Promise<Database> {
  try {
    await migrate(config.databaseUrl)
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    const { host, pathname } = new URL(config.databaseUrl)
    const where = `${host}${pathname}`
    if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'ENOENT' || code === 'EAI_AGAIN') {
      throw new CannotStart(`База данных не отвечает по адресу ${where}. Проверьте DATABASE_URL.`)
    }
    if (code?.startsWith('28')) throw new CannotStart(`База данных ${where} не приняла имя или пароль из DATABASE_URL.`)
    if (code === '3D000') throw new CannotStart(`На сервере нет базы ${where}. Создайте её или исправьте DATABASE_URL.`)
    if (code === '53100') throw new CannotStart('На диске кончилось место: база данных не может писать.')
    if (code === 'XX001' || code === 'XX002')
      throw new CannotStart(`База данных ${where} повреждена (${message}). Восстановите её из резервной копии.`)
    throw new CannotStart(`База данных ${where} не готова: ${message}`)
  }
  const database = openDatabase(config.databaseUrl, { connections: config.databasePool })
  await prepareJobs(database)
  await seedCategories(database.db, systemClock)
  await seedLocations(database.db)
  await seedTariffs(database.db, systemClock)
  await seedArticles(database.db, systemClock)
  if (config.demo) {
    const demo = { db: database.db, clock: systemClock, config, hooks: hooksOf(features) }
    await seedDemoPeople(demo)
    await seedDemoGroups(database, systemClock)
    await seedDemoProjects(database.db, systemClock)
    await seedDemoLeads(database.db, systemClock)
    await seedDemoPartner(demo)
  }
  return database
}

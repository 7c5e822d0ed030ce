/** The service in this process, over a database of its own, as benchmarks of the stream run it. */
import { readConfig } from '../server/config/config.ts'
import { features } from '../server/features.ts'
import { listAllCategories } from '../server/features/watching/categories/categories.public.ts'
import { setCategoryQueries } from '../server/features/watching/categories/set-category-queries.samples.ts'
import { openBus } from '../server/kit/bus.ts'
import { systemClock } from '../server/kit/clock.ts'
import type { AppContext } from '../server/kit/context.ts'
import { hooksOf } from '../server/kit/feature.ts'
import { loadLanguage } from '../server/kit/language.ts'
import { silentLog } from '../server/kit/log.ts'
import { prepareDatabase } from '../server/prepare-database.ts'
import { openStandingQueries, type StandingQueries } from '../server/stream/match/standing-queries.ts'
import { createDatabase } from './create-database.ts'

/** In most messages; alone they are no queries that anybody would ask, but they show what keeping costs. */
const commonest = 'и | в | на | не'

export type House = AppContext & { standingQueries: StandingQueries; close(): Promise<void> }

/**
 * A database of its own for each measure, so that none finds what another left.
 * @param keepsMost one category looks for the commonest words
 */
export async function openHouse(server: string, name: string, keepsMost = false): Promise<House> {
  const url = await createDatabase(server, name)
  const config = readConfig({
    DATABASE_URL: url,
    PORT: '0',
    NODE_ENV: 'test',
    DEMO: 'on',
    MADE_UP_NETWORK: 'off',
    LOG_LEVEL: 'silent',
    SOCKETS_PER_ADDRESS: '10000',
  })
  const [database, language] = await Promise.all([prepareDatabase(config), loadLanguage()])
  if (keepsMost) {
    const [category] = await listAllCategories(database.db)
    if (category) await setCategoryQueries(database.db, systemClock, category.id, [commonest])
  }
  const bus = await openBus(url, silentLog)
  const standingQueries = await openStandingQueries(database.db, bus, language, silentLog, systemClock)
  return {
    db: database.db,
    config,
    database,
    clock: systemClock,
    log: silentLog,
    bus,
    language,
    hooks: hooksOf(features),
    standingQueries,
    async close() {
      standingQueries.close()
      await bus.close()
      await database.close()
    },
  }
}

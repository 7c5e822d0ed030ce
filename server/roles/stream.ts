/** Listens to the networks. */
import { openPlaceFinder } from '../features/locations/locations.public.ts'
import { openStandingQueries } from '../stream/match/standing-queries.ts'
import { runSource } from '../stream/pipeline.ts'
import { madeUpNetwork } from '../stream/receive/made-up-network.ts'
import type { Source } from '../stream/receive/source.ts'
import type { House, RunningRole } from './house.ts'

export async function runStream(house: House): Promise<RunningRole> {
  const { config, database, clock, log, bus, language } = house
  const standingQueries = await openStandingQueries(database.db, bus, language, log)
  const findPlace = await openPlaceFinder(database.db)
  const sources: Source<never>[] = []
  if (config.madeUpNetwork) sources.push(madeUpNetwork({ now: () => clock.now(), perMinute: config.madeUpPerMinute }) as Source<never>)
  const ending = new AbortController()
  const running = sources.map((source) =>
    runSource({ database, clock, log, language, standingQueries, findPlace, messageDays: config.messageDays }, source, ending.signal).catch((error: unknown) => {
      if (!ending.signal.aborted) log.error({ err: error, source: source.name }, 'a source ended with a failure')
    }),
  )
  return {
    async close() {
      ending.abort()
      await Promise.all(running)
      standingQueries.close()
    },
  }
}

/** Listens to the networks, if no other process does. */
import { openPlaceFinder } from '../features/watching/locations/locations.public.ts'
import { openStandingQueries } from '../stream/match/standing-queries.ts'
import { beOneListener } from '../stream/plan/one-listener.ts'
import { runPlan } from '../stream/plan/plan.ts'
import { realTime } from '../stream/plan/real-time.ts'
import { tokenUses } from '../stream/plan/token-uses.ts'
import { madeUpNetwork } from '../stream/receive/made-up/made-up-network.ts'
import { openNetworks } from '../stream/receive/networks.ts'
import type { Source } from '../stream/receive/shared/source.ts'
import type { AppContext } from '../kit/context.ts'
import type { RunningRole } from './running-role.ts'

/** Enough that every category has something older than what trials and strangers are kept from. */
const madeUpPast = { backlog: 3_000, backlogDays: 14 }

export async function runStream(house: AppContext): Promise<RunningRole> {
  const { config, database, clock, log, bus, language } = house
  const standingQueries = await openStandingQueries(database.db, bus, language, log, clock)
  const findPlace = await openPlaceFinder(database.db).catch((error: unknown) => {
    standingQueries.close()
    throw error
  })
  const time = realTime(clock)
  const context = { database, clock, log, language, standingQueries, findPlace, messageDays: config.messageDays }
  const ending = new AbortController()
  const listening = beOneListener({ databaseUrl: config.databaseUrl, log, time }, ending.signal, async (signal) => {
    const madeUp = config.madeUpNetwork
      ? (madeUpNetwork({ now: () => clock.now(), perMinute: config.madeUpPerMinute, ...madeUpPast }) as Source<unknown>)
      : null
    const networks = await openNetworks({ config, time, uses: tokenUses(database.db), log })
    if (networks.length > 0)
      log.info({ networks: networks.map(({ adapter }) => adapter.network) }, 'networks are listened to')
    try {
      await runPlan({ context, bus, time, networks, madeUp }, signal)
    } finally {
      // Before another process listens: an account is used by one.
      await Promise.all(networks.map((network) => network.close?.()))
    }
  })
  return {
    async close() {
      // What was received is stored first, with its cursors; then the lock goes, and another process takes over.
      ending.abort()
      await listening
      standingQueries.close()
    },
  }
}

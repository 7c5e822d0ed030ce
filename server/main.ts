/** One process: reads its configuration, opens the database, runs the roles it is asked for, and ends well. */
import { readConfig, type Config } from './config/config.ts'
import { features } from './features.ts'
import { openBus } from './kit/bus.ts'
import { systemClock } from './kit/clock.ts'
import { hooksOf } from './kit/feature.ts'
import { loadLanguage } from './kit/language.ts'
import { openLog, type Log } from './kit/log.ts'
import { collectProcessMetrics } from './kit/metrics.ts'
import { isAway, whenBack } from './kit/sql.ts'
import { CannotStart, prepareDatabase } from './prepare-database.ts'
import type { AppContext } from './kit/context.ts'
import type { RunningRole } from './roles/running-role.ts'
import { runStream } from './roles/stream.ts'
import { runWeb } from './roles/web.ts'
import { runWorker } from './roles/worker.ts'

function configOrEnd(): Config {
  try {
    return readConfig()
  } catch (error) {
    throw new CannotStart((error as Error).message)
  }
}

const roles: Record<Config['roles'][number], (ctx: AppContext) => Promise<RunningRole>> = {
  web: async (ctx) => {
    const { port } = ctx.config
    const web = await runWeb(ctx).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        throw new CannotStart(`Порт ${port} занят. Укажите другой: PORT=${port + 1} npm start`)
      if (error.code === 'EACCES')
        throw new CannotStart(`Порт ${port} занять нельзя: нужны права. Укажите другой: PORT=3000 npm start`)
      throw error
    })
    ctx.log.info({ address: web.address }, 'the web role answers')
    return web
  },
  worker: runWorker,
  stream: runStream,
}

async function start(): Promise<{ log: Log; close(): Promise<void> }> {
  const config = configOrEnd()
  const log = openLog(config.logLevel)
  surviveLostDatabase(log)
  collectProcessMetrics()
  const [database, language] = await Promise.all([prepareDatabase(config), loadLanguage()])
  const bus = await openBus(config.databaseUrl, log)
  const ctx: AppContext = {
    db: database.db,
    database,
    clock: systemClock,
    log,
    config,
    language,
    bus,
    hooks: hooksOf(features),
  }
  const running: RunningRole[] = []
  for (const role of config.roles) {
    const wait = (error: unknown): void => log.warn({ err: error, role }, 'a role waits for the database to start')
    running.push(await whenBack(() => roles[role](ctx), wait))
  }
  log.info({ roles: config.roles }, 'started')
  return {
    log,
    async close() {
      await Promise.all(running.map((role) => role.close()))
      await bus.close()
      await database.close()
    },
  }
}

/** What fails for a lost database where no one waits for it is tried again by its own; anything else is a defect, and ends the process. */
function surviveLostDatabase(log: Log): void {
  process.on('unhandledRejection', (error) => {
    if (!isAway(error)) {
      log.fatal({ err: error }, 'a promise was rejected and no one waited for it')
      process.exit(1)
    }
    log.warn({ err: error }, 'something was left undone while the database was away')
  })
}

/** Longer than any batch takes; whatever hangs then is not waited for. */
const LONGEST_GOODBYE = 10_000

try {
  const { log, close } = await start()
  let ending = false
  const end = (signal: string): void => {
    if (ending) return
    ending = true
    log.info({ signal }, 'ending')
    setTimeout(() => process.exit(1), LONGEST_GOODBYE).unref()
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'ended badly')
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', () => end('SIGINT'))
  process.on('SIGTERM', () => end('SIGTERM'))
  // Anyone who started us with a pipe and is gone wants us gone too: no orphan keeps the port.
  process.on('disconnect', () => end('disconnect'))
} catch (error) {
  console.error(error instanceof CannotStart ? error.message : error)
  process.exit(1)
}

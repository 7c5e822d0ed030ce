/**
 * The process that `kill-loop.test.ts` has killed: imports a file, and kills itself in the middle of it when it was asked to. A kill
 * from outside may come when the import is over.
 */
import { openBus } from '../kit/bus.ts'
import { systemClock } from '../kit/clock.ts'
import { loadLanguage } from '../kit/language.ts'
import { silentLog } from '../kit/log.ts'
import { openDatabase } from '../kit/sql.ts'
import { openStandingQueries } from './match/standing-queries.ts'
import { runSource } from './pipeline.ts'
import { openFileImport } from './receive/files/file-import.ts'

/** With so many batches more it is killed at once: however late its timer is, it gets no further. */
const MOST_AFTER = 3

/** It is killed so many milliseconds after so many batches are stored; without the two it is let through. */
const [url = '', path = '', batch = '', after, delay] = process.argv.slice(2)
const database = openDatabase(url, { connections: 4 })
const [language, bus, file] = await Promise.all([
  loadLanguage(),
  openBus(url, silentLog),
  openFileImport(path, { batch: Number(batch) }),
])
const standingQueries = await openStandingQueries(database.db, bus, language, silentLog, systemClock)

let stored = 0
const kill = (): void => void process.kill(process.pid, 'SIGKILL')
function killInTime(): void {
  if (after === undefined) return
  if (stored === Number(after)) setTimeout(kill, Number(delay))
  if (stored === Number(after) + MOST_AFTER) kill()
}

killInTime()
await runSource(
  { database, clock: systemClock, log: silentLog, language, standingQueries },
  file.source,
  new AbortController().signal,
  () => {
    stored += 1
    killInTime()
  },
)
await bus.close()
await database.close()

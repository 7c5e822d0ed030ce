/** The process that `kill-loop.test.ts` kills: imports a file, and prints a line for every batch that is stored. */
import { openBus } from '../kit/bus.ts'
import { systemClock } from '../kit/clock.ts'
import { loadLanguage } from '../kit/language.ts'
import { silentLog } from '../kit/log.ts'
import { openDatabase } from '../kit/sql.ts'
import { openStandingQueries } from './match/standing-queries.ts'
import { runSource } from './pipeline.ts'
import { openFileImport } from './receive/files/file-import.ts'

const [url = '', path = '', batch = ''] = process.argv.slice(2)
const database = openDatabase(url, { connections: 4 })
const [language, bus, file] = await Promise.all([
  loadLanguage(),
  openBus(url, silentLog),
  openFileImport(path, { batch: Number(batch) }),
])
const standingQueries = await openStandingQueries(database.db, bus, language, silentLog, systemClock)
await runSource(
  { database, clock: systemClock, log: silentLog, language, standingQueries },
  file.source,
  new AbortController().signal,
  ({ cursor }) => void process.stdout.write(`${cursor.line}\n`),
)
await bus.close()
await database.close()

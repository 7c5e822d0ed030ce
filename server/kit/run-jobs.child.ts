/** The process that `run-jobs.test.ts` kills: works the queue of a database, letters in particular. */
import { readConfig } from '../config/config.ts'
import { systemClock } from './clock.ts'
import type { AppContext } from './context.ts'
import { silentLog } from './log.ts'
import { mailJobs } from './mail/mail.jobs.ts'
import { runJobs } from './run-jobs.ts'
import { openDatabase } from './sql.ts'

const config = readConfig()
const database = openDatabase(config.databaseUrl, { connections: 4 })
const context = { db: database.db, database, clock: systemClock, log: silentLog, config }
// All that letters need.
await runJobs(mailJobs, context as AppContext)

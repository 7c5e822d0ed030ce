/** What every role of a process stands on. */
import type { Language } from '../../engine/language/language.ts'
import type { Config } from '../config.ts'
import type { Bus } from '../kit/bus.ts'
import type { Clock } from '../kit/clock.ts'
import type { Log } from '../kit/log.ts'
import type { Database } from '../kit/sql.ts'

export interface House {
  config: Config
  database: Database
  clock: Clock
  log: Log
  bus: Bus
  language: Language
}

/** A role that runs, and how it is brought to a good end. */
export interface RunningRole {
  close(): Promise<void>
}

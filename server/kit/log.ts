/** Structured logs: one JSON object a line. Secrets never get here: what is logged is named, never whole inputs. */
import { pino, stdSerializers, type DestinationStream, type Logger, type LoggerOptions } from 'pino'
import { MINUTE, systemClock, type Clock } from './clock.ts'
import { isAway } from './sql.ts'

export type Log = Logger

/** @param to standard output, unless a test reads it */
export function openLog(level: string, to?: DestinationStream, clock: Clock = systemClock): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: errorForLog },
    hooks: { logMethod: logOnceWhileAway(clock) },
  }
  return to ? pino(options, to) : pino(options)
}

/** What PostgreSQL says beside its message quotes rows and values: of people, of passwords' hashes. */
const quoting = ['detail', 'where', 'hint', 'internalQuery', 'aggregateErrors']

/** Never the rows that a database was asked to store. */
export function errorForLog(error: Error): object {
  const written = Object.entries(stdSerializers.err(error))
  return Object.fromEntries(written.filter(([name]) => !quoting.includes(name)))
}

export const silentLog: Log = pino({ level: 'silent' })

/** While the database is away everything that asks it fails, again and again: each sentence stands in the log once, without a stack. */
function logOnceWhileAway(clock: Clock): NonNullable<LoggerOptions['hooks']>['logMethod'] {
  const lastMet = new Map<unknown, number>()
  return function (given, log) {
    const [named, sentence] = given as [unknown, unknown?]
    const error = typeof named === 'object' && named !== null && 'err' in named ? named.err : undefined
    if (!isAway(error)) return log.apply(this, given)
    const now = clock.now().getTime()
    const before = lastMet.get(sentence)
    lastMet.set(sentence, now)
    if (before !== undefined && now - before < MINUTE) return
    log.apply(this, [{ ...(named as object), err: undefined, away: (error as Error).message }, String(sentence)])
  }
}

/** Structured logs: one JSON object a line. Secrets never get here: what is logged is named, never whole inputs. */
import { pino, stdSerializers, type Logger } from 'pino'

export type Log = Logger

export function openLog(level: string): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: errorForLog } })
}

/** What PostgreSQL says beside its message quotes rows and values: of people, of passwords' hashes. */
const quoting = ['detail', 'where', 'hint', 'internalQuery', 'aggregateErrors']

/** Never the rows that a database was asked to store. */
export function errorForLog(error: Error): object {
  const written = Object.entries(stdSerializers.err(error))
  return Object.fromEntries(written.filter(([name]) => !quoting.includes(name)))
}

export const silentLog: Log = pino({ level: 'silent' })

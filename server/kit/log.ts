/** Structured logs: one JSON object a line. Secrets never get here: what is logged is named, never whole inputs. */
import { pino, type Logger } from 'pino'

export type Log = Logger

export function openLog(level: string): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime })
}

export const silentLog: Log = pino({ level: 'silent' })

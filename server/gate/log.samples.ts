/** A log that a test reads. */
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { errorForLog, type Log } from '../kit/log.ts'

/** `lines` grow as it is written. */
export function openReadLog(level: 'info' | 'error'): { log: Log; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = []
  const into = new Writable({
    write(line, _, done) {
      lines.push(JSON.parse(String(line)) as Record<string, unknown>)
      done()
    },
  })
  return { log: pino({ level, serializers: { err: errorForLog } }, into), lines }
}

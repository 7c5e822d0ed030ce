/** Defects in the log: of one kind a line a second, and how many came between. A flood of requests must not become one of the log. */
import { SECOND } from '../kit/clock.ts'
import type { AppContext } from '../kit/context.ts'

/** @param kind what it has in common with others like it; no text of a sender's */
export type LogDefect = (kind: string, error: unknown, about: Record<string, unknown>, message: string) => void

export function openDefectLog({ log, clock }: Pick<AppContext, 'log' | 'clock'>): LogDefect {
  const kinds = new Map<string, { at: number; leftOut: number }>()
  return (kind, error, about, message) => {
    const { name, code } = (typeof error === 'object' && error !== null ? error : {}) as {
      name?: unknown
      code?: unknown
    }
    const key = [kind, name, code].map(String).join(' ')
    const now = clock.now().getTime()
    const last = kinds.get(key)
    if (last && now >= last.at && now - last.at < SECOND) {
      last.leftOut += 1
      return
    }
    kinds.set(key, { at: now, leftOut: 0 })
    log.error({ err: error, ...about, ...(last?.leftOut ? { leftOut: last.leftOut } : {}) }, message)
  }
}

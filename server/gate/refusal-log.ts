/**
 * Refused authorisation, and rate limits that were hit, in the audit log. What one person, or one address, is refused within a few minutes is one
 * line for each kind of refusal: a flood of requests must not become one of the log.
 */
import { errors, type ErrorCode } from '../../contract/errors.ts'
import { AppError } from '../kit/app-error.ts'
import { recordAuditEntry, forgetActions, type AuditActions } from '../kit/audit.ts'
import { MINUTE } from '../kit/clock.ts'
import type { AppContext } from '../kit/context.ts'
import { every, type Job } from '../kit/jobs.ts'

/** What is refused is written so often; of a process that is killed the last minutes are lost. */
const WRITTEN_EVERY = 5 * MINUTE
/** Of one process in that time; what more addresses than that are refused is one line for each kind of refusal. */
const MOST_LINES = 1_000

type Action = keyof Pick<AuditActions, 'access-refused' | 'pace-refused'>
type Refused = AuditActions[Action]
const actions = ['access-refused', 'pace-refused'] satisfies Action[]

/** Who asked, and from where; `who` as rate limits count them. */
export interface Asker {
  who: string | number
  userId: number | null
  ip: string
  userAgent: string
}

interface Line {
  action: Action
  /** Null: more than can be told apart. */
  asker: Asker | null
  details: Refused
}

export interface RefusalLog {
  /** Anything that is no such refusal is passed over. */
  note(error: unknown, call: string, asker: Asker): void
  /** Writes what was refused since the last time. */
  write(): Promise<void>
  close(): Promise<void>
}

export function openRefusalLog({ db, clock, log }: Pick<AppContext, 'db' | 'clock' | 'log'>): RefusalLog {
  let lines = new Map<string, Line>()

  async function write(): Promise<void> {
    const written = lines
    if (written.size === 0) return
    lines = new Map()
    try {
      await db.transaction().execute(async (tx) => {
        for (const { action, asker, details } of written.values()) {
          const userId = asker?.userId ?? null
          await recordAuditEntry(tx, clock, asker, { actorId: userId, userId, action, details })
        }
      })
    } catch (error) {
      log.error({ err: error, lines: written.size }, 'refusals are not in the audit log yet')
      for (const [key, line] of written) {
        line.details.count += lines.get(key)?.details.count ?? 0
        lines.set(key, line)
      }
    }
  }

  const timer = setInterval(() => void write(), WRITTEN_EVERY)
  timer.unref()
  return {
    note(error, call, asker) {
      const action = error instanceof AppError ? actionOf(error.code) : null
      if (action === null) return
      const { code } = error as AppError
      const own = `${action} ${code} ${asker.who}`
      const isKnown = lines.has(own) || lines.size < MOST_LINES
      const key = isKnown ? own : `${action} ${code}`
      const line = lines.get(key)
      if (line) line.details.count += 1
      else {
        const details = { code, call, since: clock.now().toISOString(), count: 1 }
        lines.set(key, { action, asker: isKnown ? asker : null, details })
      }
    },
    write,
    async close() {
      clearInterval(timer)
      await write()
    },
  }
}

function actionOf(code: ErrorCode): Action | null {
  if (code === 'FORBIDDEN' || code === 'SECOND_FACTOR_REQUIRED') return 'access-refused'
  return errors[code].http === 429 ? 'pace-refused' : null
}

export const refusalLogJobs: Job[] = [
  every('47 1 * * *', 'forget-refusals', ({ db, clock }) => forgetActions(db, clock, actions)),
]

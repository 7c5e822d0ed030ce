/** Says to whoever saved a project how far its search is. Runs where the sockets are. */
import type { Signals } from '../../../contract/signals.ts'
import type { Bus } from '../../kit/bus.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Log } from '../../kit/log.ts'
import type { Db } from '../../kit/sql.ts'
import { findProjectRow, listProjectRows, showProjects, type ProjectRow } from './project-row.ts'

/** Who is connected to this process, and a way to tell them. */
interface Audience {
  listPeople(): number[]
  say(userId: number, name: 'monitored-project', payload: Signals['monitored-project']): void
}

export interface LiveProjects {
  close(): void
}

interface Context {
  db: Db
  clock: Clock
  bus: Bus
  log: Log
  messageDays: number
}

export function openLiveProjects({ db, clock, bus, log, messageDays }: Context, audience: Audience): LiveProjects {
  /** Changed and not read yet: many changes of one are one signal, and the last. */
  let changed = new Set<number>()
  /** Whose projects may all have changed unheard. */
  let unheard = new Set<number>()
  let running = false

  async function sayAll(): Promise<void> {
    while (changed.size + unheard.size > 0) {
      const [ids, people] = [[...changed], [...unheard]]
      changed = new Set()
      unheard = new Set()
      const rows: ProjectRow[] = []
      for (const userId of people) rows.push(...(await listProjectRows(db, userId)))
      for (const id of ids) {
        const row = await findProjectRow(db, id)
        if (row && !people.includes(row.userId)) rows.push(row)
      }
      const shown = await showProjects(db, clock, messageDays, rows)
      shown.forEach((project, place) => audience.say(rows[place]?.userId ?? 0, 'monitored-project', project))
    }
  }
  function saySoon(): void {
    if (running) return
    running = true
    sayAll()
      .catch((error: unknown) => log.error({ err: error }, 'how far projects are could not be said'))
      .finally(() => {
        running = false
      })
  }
  const stop = [
    bus.on('project.changed', ({ userId, projectId }) => {
      if (!audience.listPeople().includes(userId)) return
      changed.add(projectId)
      saySoon()
    }),
    // A subscription that begins or ends starts its project, or stops it.
    bus.on('scope.changed', ({ userId }) => {
      if (!audience.listPeople().includes(userId)) return
      unheard.add(userId)
      saySoon()
    }),
    bus.on('bus.reconnected', () => {
      for (const userId of audience.listPeople()) unheard.add(userId)
      saySoon()
    }),
  ]
  return {
    close() {
      for (const off of stop) off()
    },
  }
}

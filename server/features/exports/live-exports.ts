/** Says to whoever ordered a file how far it is. Runs where the sockets are. */
import type { Signals } from '../../../contract/signals.ts'
import type { Bus } from '../../kit/bus.ts'
import type { Log } from '../../kit/log.ts'
import type { Db } from '../../kit/sql.ts'
import { selectExports, toExport } from './export-row.ts'

/** Who is connected to this process, and a way to tell them. */
interface Audience {
  listPeople(): number[]
  say(userId: number, name: 'feed.export', payload: Signals['feed.export']): void
}

export interface LiveExports {
  close(): void
}

export function openLiveExports({ db, bus, log }: { db: Db; bus: Bus; log: Log }, audience: Audience): LiveExports {
  /** Changed and not read yet: many changes of one are one signal, and the last. */
  let changed = new Set<number>()
  /** Whose exports may all have changed unheard. */
  let unheard = false
  let running = false

  async function sayAll(): Promise<void> {
    while (changed.size > 0 || unheard) {
      const ids = [...changed]
      const people = unheard ? audience.listPeople() : []
      changed = new Set()
      unheard = false
      const rows = await selectExports(db)
        .where(({ or, eb }) => or([eb('id', 'in', [0, ...ids]), eb('userId', 'in', [0, ...people])]))
        .orderBy('id')
        .execute()
      for (const row of rows) audience.say(row.userId, 'feed.export', toExport(row))
    }
  }
  function saySoon(): void {
    if (running) return
    running = true
    sayAll()
      .catch((error: unknown) => log.error({ err: error }, 'how far exports are could not be said'))
      .finally(() => {
        running = false
      })
  }
  const stop = [
    bus.on('export.changed', ({ userId, exportId }) => {
      if (!audience.listPeople().includes(userId)) return
      changed.add(exportId)
      saySoon()
    }),
    bus.on('bus.reconnected', () => {
      unheard = true
      saySoon()
    }),
  ]
  return {
    close() {
      for (const off of stop) off()
    },
  }
}

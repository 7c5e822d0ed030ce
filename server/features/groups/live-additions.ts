/** Says to whoever pasted links how far they are. Runs where the sockets are. */
import type { Signals } from '../../../contract/signals.ts'
import type { Bus } from '../../kit/bus.ts'
import type { Log } from '../../kit/log.ts'
import type { Db } from '../../kit/sql.ts'
import { showAdditions } from './addition.ts'

/** Who is connected to this process, and a way to tell them. */
interface Audience {
  listPeople(): number[]
  say(userId: number, name: 'monitored-group', payload: Signals['monitored-group']): void
}

export interface LiveAdditions {
  close(): void
}

/**
 * Links are looked up by the dozen in a second, and every signal carries the whole paste: it is said no more often than this, and
 * a long one less often, a millisecond later for each of its links.
 */
const BETWEEN = 300

export function openLiveAdditions({ db, bus, log }: { db: Db; bus: Bus; log: Log }, audience: Audience): LiveAdditions {
  /** Changed and not read yet: many changes of one are one signal, and the last. */
  let changed = new Set<number>()
  /** Told of, and not finished then. */
  const unfinished = new Set<number>()
  /** Other pastes of everybody who is here may have begun unheard. */
  let unheard = false
  let running = false
  let timer: NodeJS.Timeout | undefined
  let closed = false

  /** @returns how many links were told of */
  async function sayAll(): Promise<number> {
    const ids = new Set([
      ...changed,
      ...(unheard ? [...unfinished, ...(await listUnfinished(db, audience.listPeople()))] : []),
    ])
    changed = new Set()
    unheard = false
    let told = 0
    for (const { userId, addition } of await showAdditions(db, [...ids])) {
      told += addition.total
      if (addition.finished) unfinished.delete(addition.id)
      else unfinished.add(addition.id)
      audience.say(userId, 'monitored-group', addition)
    }
    return told
  }
  function saySoon(): void {
    if (running || closed) return
    running = true
    sayAll()
      .catch((error: unknown) => {
        log.error({ err: error }, 'how far pasted links are could not be said')
        return 0
      })
      .then((told) => {
        if (closed) return
        timer = setTimeout(
          () => {
            running = false
            if (changed.size > 0 || unheard) saySoon()
          },
          Math.max(BETWEEN, told),
        )
      })
  }
  const stop = [
    bus.on('addition.changed', ({ userId, additionId }) => {
      if (!audience.listPeople().includes(userId)) return
      changed.add(additionId)
      saySoon()
    }),
    bus.on('bus.reconnected', () => {
      unheard = true
      saySoon()
    }),
  ]
  return {
    close() {
      closed = true
      clearTimeout(timer)
      for (const off of stop) off()
    },
  }
}

async function listUnfinished(db: Db, userIds: number[]): Promise<number[]> {
  if (userIds.length === 0) return []
  const rows = await db
    .selectFrom('groupAdditions as a')
    .innerJoin('monitoredGroupsets as s', 's.id', 'a.groupsetId')
    .select('a.id')
    .where('a.finishedAt', 'is', null)
    .where('s.userId', 'in', userIds)
    .execute()
  return rows.map(({ id }) => id)
}

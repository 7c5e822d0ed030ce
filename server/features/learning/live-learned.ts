/** Says to a person's browsers that the feed has learnt from his marks. Runs where the sockets are. */
import type { Signals } from '../../../contract/signals.ts'
import type { Bus } from '../../kit/bus.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Log } from '../../kit/log.ts'
import type { Db } from '../../kit/sql.ts'
import { readLearned } from './read-learned.ts'

/** Who is connected to this process, and a way to tell them. */
interface Audience {
  listPeople(): number[]
  say(userId: number, name: 'feed.learned', payload: Signals['feed.learned']): void
}

export interface LiveLearned {
  close(): void
}

export function openLiveLearned(
  { db, clock, bus, log }: { db: Db; clock: Clock; bus: Bus; log: Log },
  audience: Audience,
): LiveLearned {
  /** Whom it was not said to yet, and whether his feed has changed. */
  let waiting = new Map<number, boolean>()
  /** What was learnt of whom may have been missed. */
  let unheard = false
  let running = false

  async function sayAll(): Promise<void> {
    while (waiting.size > 0 || unheard) {
      const said = waiting
      waiting = new Map()
      if (unheard) {
        unheard = false
        for (const userId of await listTaught(audience.listPeople())) said.set(userId, true)
      }
      for (const [userId, changed] of said) await say(userId, changed)
    }
  }
  /** Whoever it can not be said to keeps it from nobody else. */
  async function say(userId: number, changed: boolean): Promise<void> {
    try {
      audience.say(userId, 'feed.learned', { ...(await readLearned({ db, clock }, userId)), changed })
    } catch (error) {
      log.error({ err: error, userId }, 'what was learnt could not be said')
    }
  }
  async function listTaught(people: number[]): Promise<number[]> {
    const rows = await db
      .selectFrom('personalLayers')
      .select('userId')
      .where('userId', 'in', [0, ...people])
      .execute()
    return rows.map(({ userId }) => userId)
  }
  function saySoon(): void {
    if (running) return
    running = true
    sayAll()
      .catch((error: unknown) => {
        // Who has anything to hear could not be read: asked again with the next notice.
        unheard = true
        log.error({ err: error }, 'whom to say what was learnt could not be read')
      })
      .finally(() => {
        running = false
      })
  }
  const stop = [
    bus.on('learned.changed', ({ userId, changed }) => {
      if (!audience.listPeople().includes(userId)) return
      waiting.set(userId, changed || waiting.get(userId) === true)
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

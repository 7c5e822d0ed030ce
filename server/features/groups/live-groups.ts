/** Says to the other tabs of whoever changed his list of groups that it is another one. Runs where the sockets are. */
import type { Signals } from '../../../contract/signals.ts'
import type { Bus } from '../../kit/bus.ts'

/** Who is connected to this process, and a way to tell them. */
interface Audience {
  listPeople(): number[]
  say(userId: number, name: 'groups.changed', payload: Signals['groups.changed'], exceptSocket?: string | null): void
}

export interface LiveGroups {
  close(): void
}

export function openLiveGroups(bus: Bus, audience: Audience): LiveGroups {
  const stop = [
    bus.on('groups.changed', ({ userId, exceptSocket }) => audience.say(userId, 'groups.changed', {}, exceptSocket)),
    // What changed may have gone unheard.
    bus.on('bus.reconnected', () => {
      for (const userId of audience.listPeople()) audience.say(userId, 'groups.changed', {})
    }),
  ]
  return {
    close() {
      for (const off of stop) off()
    },
  }
}

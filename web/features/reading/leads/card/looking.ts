/** Who of the team looks at which message now, and which one this tab has before it. */
import { skipToken, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { NamedPerson } from '../../../../../contract/reading/lead-mark.ts'
import type { Signals } from '../../../../../contract/signals.ts'
import { ask } from '../../../../kit/calls/ask.ts'
import { callKey } from '../../../../kit/calls/use-call.ts'
import { getConnection, watchConnection } from '../../../../kit/live/connection.ts'

type Lookers = Readonly<Record<number, readonly NamedPerson[]>>
const key = ['looking']
const none: readonly NamedPerson[] = []

/** What the signal `leads.looking` does. */
export function takeLookers(cache: QueryClient, { messageId, users }: Signals['leads.looking']): void {
  cache.setQueryData<Lookers>(key, (all = {}) => {
    const { [messageId]: _, ...others } = all
    return users.length === 0 ? others : { ...others, [messageId]: users }
  })
}

/** Who else looks at the message. */
export function useLookers(messageId: number): readonly NamedPerson[] {
  const { data } = useQuery<Lookers, Error, readonly NamedPerson[]>({
    queryKey: key,
    queryFn: skipToken,
    gcTime: Infinity,
    select: (all) => all[messageId] ?? none,
  })
  return data ?? none
}

/** Of messages that are gone over quickly only the last one is sent. */
const GATHER_MS = 250

/**
 * Announces to the team which message is before the reader, as long as they see it.
 * @returns a function that takes the message, null for none; the same one all the time
 */
export function useLooking(): (messageId: number | null) => void {
  const cache = useQueryClient()
  const announcer = useMemo(() => makeAnnouncer((messageId) => void sendToTeam(cache, messageId)), [cache])
  // Nothing is drawn again for a connection: all cards hang on what draws this.
  useEffect(() => {
    const look = (): void => {
      // Nothing is known of what is announced while there is no connection; and the server forgets what was sent over a socket with the socket.
      if (getConnection().state === 'online') announcer.begin()
      else cache.setQueryData<Lookers>(key, (all) => all && {})
    }
    look()
    return watchConnection(look)
  }, [cache, announcer])
  useEffect(() => {
    document.addEventListener('visibilitychange', announcer.announce)
    return () => {
      document.removeEventListener('visibilitychange', announcer.announce)
      announcer.end()
    }
  }, [announcer])
  return announcer.look
}

function makeAnnouncer(send: (messageId: number | null) => void) {
  let before: number | null = null
  /** Undefined: nothing was sent over this socket, nor has it heard of the others. */
  let announced: number | null | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const announce = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      const seen = document.visibilityState === 'visible' ? before : null
      if (seen === announced) return
      announced = seen
      send(seen)
    }, GATHER_MS)
  }
  return {
    announce,
    look(messageId: number | null): void {
      before = messageId
      announce()
    },
    /** Over another socket than before. */
    begin(): void {
      announced = undefined
      announce()
    },
    end(): void {
      clearTimeout(timer)
      if (announced) send(null)
      announced = null
    },
  }
}

/** Anyone who works alone has no one to announce it to. */
async function sendToTeam(cache: QueryClient, messageId: number | null): Promise<void> {
  try {
    const { team } = await cache.fetchQuery({
      queryKey: callKey('team', 'getTeam', {}),
      queryFn: ({ signal }) => ask('team', 'getTeam', {}, signal),
      staleTime: Infinity,
    })
    if (team && team.members.length > 1) await ask('leads', 'setLooking', { messageId })
  } catch {
    // It is sent again with the next message.
  }
}

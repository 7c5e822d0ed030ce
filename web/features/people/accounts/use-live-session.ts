import { useEffect } from 'react'
import { closeConnection, openConnection } from '../../../kit/live/connection.ts'
import { useMe } from './use-me.ts'

/** Keeps the socket open while someone is signed in, again for each person: it carries the cookie it was opened with. */
export function useLiveSession(): void {
  const { user } = useMe()
  const id = user?.id
  useEffect(() => {
    if (id === undefined) return
    void openConnection()
    return closeConnection
  }, [id])
}

import { useSyncExternalStore } from 'react'
import { getConnection, watchConnection, type Connection } from './connection.ts'

export function useConnection(): Connection {
  return useSyncExternalStore(watchConnection, getConnection, getConnection)
}

import { useEffect, useRef } from 'react'
import { useConnection } from './use-connection.ts'

/** Signals that were said while there was no connection are not said again: what was kept by them is to be read again. */
export function useAfterReconnect(readAnew: () => void): void {
  const { number } = useConnection()
  const known = useRef(number)
  const latest = useRef(readAnew)
  useEffect(() => {
    latest.current = readAnew
  })
  useEffect(() => {
    if (known.current > 0 && known.current !== number) latest.current()
    known.current = number
  }, [number])
}

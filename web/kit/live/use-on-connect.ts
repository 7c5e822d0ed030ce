import { useEffect, useRef } from 'react'
import { getConnection, watchConnection } from './connection.ts'

/**
 * Runs at each connection that is made while the component stands. Nothing is drawn again for it.
 * @param run takes how many connections of this tab there were before
 */
export function useOnConnect(run: (before: number) => void): void {
  // What is connected between a drawing and its effects is another connection too.
  const known = useRef(getConnection().number)
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    const look = (): void => {
      const before = known.current
      known.current = getConnection().number
      if (known.current !== before) latest.current(before)
    }
    look()
    return watchConnection(look)
  }, [])
}

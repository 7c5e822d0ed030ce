import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * Leads to an address of ours, and reports when the page before is gone. Its component may go with that page; one that goes
 * before it does ends the waiting too early.
 */
export function useGoTo(): (address: string) => Promise<void> {
  const location = useLocation()
  const navigate = useNavigate()
  const arrived = useRef<(() => void) | null>(null)
  useEffect(
    () => () => {
      arrived.current?.()
      arrived.current = null
    },
    [location],
  )
  return useCallback(
    (address) =>
      new Promise((resolve) => {
        arrived.current = resolve
        void navigate(address)
      }),
    [navigate],
  )
}

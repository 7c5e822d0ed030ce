import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { hashAfter, readAddress, writeAddress, type SupportDeskAddress } from './desk-address.ts'

export interface Desk extends SupportDeskAddress {
  /** The address with this changed. */
  linkTo(changed: Partial<SupportDeskAddress>): string
  go(changed: Partial<SupportDeskAddress>, options?: { replace?: boolean }): void
}

/** What the desk shows is what its address says. */
export function useDesk(): Desk {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const address = useMemo(() => readAddress(search), [search])
  const linkTo = useCallback(
    (changed: Partial<SupportDeskAddress>): string =>
      `${pathname}${writeAddress({ ...address, ...changed })}${hashAfter(hash, { filters: changed.filters !== undefined })}`,
    [pathname, address, hash],
  )
  const go = useCallback(
    (changed: Partial<SupportDeskAddress>, { replace = false } = {}): void =>
      void navigate(linkTo(changed), { replace }),
    [navigate, linkTo],
  )
  return { ...address, linkTo, go }
}

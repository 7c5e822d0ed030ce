import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { hashWithPage, pageInHash, pageNumber } from '../../../../rules/paging/page-hash.ts'

/** The page that the address names (null when it does not), and the way to write another one there. */
export function usePageHash(list?: string): [asked: string | null, write: (page: number, replace?: boolean) => void] {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const write = useCallback(
    (page: number, replace = false) => {
      const next = hashWithPage(hash, page, list)
      if (next !== hash) void navigate({ pathname, search, hash: next }, { replace })
    },
    [navigate, pathname, search, hash, list],
  )
  return [pageInHash(hash, list), write]
}

/** The same, with a page whatever the address says. */
export function usePageNumber(list?: string): [page: number, write: (page: number, replace?: boolean) => void] {
  const [asked, write] = usePageHash(list)
  return [pageNumber(asked), write]
}

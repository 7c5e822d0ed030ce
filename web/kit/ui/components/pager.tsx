import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { hashWithPage, searchWithPage } from '../../../../rules/paging/page-hash.ts'
import { pageWindow } from '../../../../rules/paging/page-window.ts'
import classes from './pager.module.css'
import { Row } from './stack.tsx'

export interface PagerProps {
  page: number
  pages: number
  /** How far a jump may go. A page out of reach is named, not linked; the first one always is in reach. */
  reach: number
  /** The name of the list where a screen has several. */
  list?: string
  /** Ordinary pages keep it in the query, `?page=2` (spec §2 Pagination addressing). */
  inQuery?: boolean
}

/** Links to the pages around the current one and to both ends; the page lives in the address. */
export function Pager({ page, pages, reach, list, inQuery = false }: PagerProps) {
  if (pages <= 1) return null
  const shown = pageWindow(page, pages)
  const first = shown[0] ?? 1
  const last = shown[shown.length - 1] ?? pages
  const link = (to: number, label: string, content: ReactNode) => (
    <PageLink
      key={`${label}${to}`}
      to={to}
      label={label}
      current={to === page}
      reachable={to === 1 || Math.abs(to - page) <= reach}
      list={list}
      inQuery={inQuery}
    >
      {content}
    </PageLink>
  )
  return (
    <Row as="nav" gap={1} align="center" className={classes.pager} aria-label="Страницы">
      {page > 1 ? (
        link(page - 1, 'Предыдущая страница', <IconChevronLeft size={18} />)
      ) : (
        <Off>
          <IconChevronLeft size={18} />
        </Off>
      )}
      {first > 1 && link(1, 'Первая страница', 1)}
      {first > 2 && <span className={classes.gap}>…</span>}
      {shown.map((each) => link(each, `Страница ${each}`, each))}
      {last < pages - 1 && <span className={classes.gap}>…</span>}
      {last < pages && link(pages, 'Последняя страница', pages)}
      {page < pages ? (
        link(page + 1, 'Следующая страница', <IconChevronRight size={18} />)
      ) : (
        <Off>
          <IconChevronRight size={18} />
        </Off>
      )}
    </Row>
  )
}

interface PageLinkProps {
  to: number
  label: string
  current: boolean
  reachable: boolean
  list: string | undefined
  inQuery: boolean
  children: ReactNode
}

function PageLink({ to, label, current, reachable, list, inQuery, children }: PageLinkProps) {
  const { pathname, search, hash } = useLocation()
  if (!reachable) return <Off>{children}</Off>
  return (
    <Link
      className={classes.page}
      to={
        inQuery
          ? { pathname, search: searchWithPage(search, to), hash }
          : { pathname, search, hash: hashWithPage(hash, to, list) }
      }
      aria-label={label}
      aria-current={current ? 'page' : undefined}
    >
      {children}
    </Link>
  )
}

function Off({ children }: { children: ReactNode }) {
  return (
    <span className={classes.page} data-off aria-hidden="true">
      {children}
    </span>
  )
}

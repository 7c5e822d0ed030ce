import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { partner } from '../../../../contract/commerce/partner.ts'
import { hashWithPage } from '../../../../rules/paging/page-hash.ts'
import type { Input } from '../../../kit/calls/ask.ts'
import { download } from '../../../kit/calls/download.ts'
import { LoadFailure } from '../../../kit/ui/components/load-failure.tsx'
import { Pager } from '../../../kit/ui/components/pager.tsx'
import { SaveAs } from '../../../kit/ui/components/save-as.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { usePageNumber } from '../../../kit/ui/hooks/use-page-hash.ts'
import typography from '../../../kit/ui/typography.module.css'
import classes from './partner.module.css'

/** As they are named in the address, `#page-traffic=2` (spec §2). */
export type ListName = 'traffic' | 'referrals' | 'commissions' | 'payouts' | 'links'

export const LIMIT = 20
const REACH = 10_000

/** The page of a list that the address names, and the way to its first one, for when something else is asked for. */
export function useListPage(list: ListName): { page: number; toFirst: () => void } {
  const [page, write] = usePageNumber(list)
  return { page, toFirst: () => write(1, true) }
}

export interface PartnerListProps<Doc> {
  list: ListName
  page: number
  answer: {
    data: { docs: Doc[]; pages: number } | undefined
    error: Error | null
    refetch: () => unknown
    isPlaceholderData: boolean
  }
  /** What stands there when there is nothing to list. */
  empty: ReactNode
  /** «Начисления не загрузились.» */
  failed: string
  children: (docs: Doc[]) => ReactNode
}

/** One page of a list, in every state it may be in, and the way to its other pages. */
export function PartnerList<Doc>({ list, page, answer, empty, failed, children }: PartnerListProps<Doc>) {
  const { pathname, search, hash } = useLocation()
  const { data, error, refetch, isPlaceholderData } = answer
  if (!data)
    return error ? (
      <LoadFailure error={error} onRetry={() => void refetch()}>
        {failed}
      </LoadFailure>
    ) : (
      <Skeleton height={160} radius="md" aria-busy="true" />
    )
  return (
    <Stack gap={4} aria-busy={isPlaceholderData} className={isPlaceholderData ? classes.old : undefined}>
      {data.docs.length > 0 ? (
        children(data.docs)
      ) : page > 1 ? (
        <p>
          На этой странице ничего нет.{' '}
          <Link className={typography.link} to={{ pathname, search, hash: hashWithPage(hash, 1, list) }}>
            К первой странице
          </Link>
        </p>
      ) : (
        empty
      )}
      {data.pages > 1 && (
        <Row gap={0} justify="center" nowrap>
          <Pager page={page} pages={data.pages} reach={REACH} list={list} />
        </Row>
      )}
    </Stack>
  )
}

type Asked = Omit<Input<'partner', 'exportPartner'>, 'format'>

/** The list as a file: of what the table is filtered by all pages. */
export function SaveList({ what, ...asked }: Asked & { what: string }) {
  return (
    <SaveAs
      className={classes.save}
      what={what}
      save={(format) => download(partner.exportPartner, { ...asked, format })}
    />
  )
}

import { Button, Skeleton } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { partner } from '../../../../contract/commerce/partner.ts'
import { hashWithPage } from '../../../../rules/paging/page-hash.ts'
import type { Input } from '../../../kit/calls/ask.ts'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { download } from '../../../kit/calls/download.ts'
import { showErrorToast } from '../../../kit/ui/components/action-toast.tsx'
import { LoadFailure } from '../../../kit/ui/components/load-failure.tsx'
import { Pager } from '../../../kit/ui/components/pager.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { usePageNumber } from '../../../kit/ui/hooks/use-page-hash.ts'
import typography from '../../../kit/ui/typography.module.css'
import classes from './partner.module.css'

/** As they are named in the address, `#page-traffic=2` (spec §2). */
export type ListName = 'traffic' | 'referrals' | 'commissions' | 'payouts' | 'links'

export const LIMIT = 20
const REACH = 10_000

/** The page of a list as the address tells it, and the way to its first one, for when something else is asked for. */
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

/** The whole list as a file, whatever is shown of it. */
export function SaveList({ list, what }: { list: Input<'partner', 'exportPartner'>['list']; what: string }) {
  return (
    <Row gap={2} className={classes.save}>
      <SaveAs list={list} what={what} format="xlsx" title="XLSX" />
      <SaveAs list={list} what={what} format="csv" title="CSV" />
    </Row>
  )
}

interface SaveAsProps extends Input<'partner', 'exportPartner'> {
  what: string
  title: string
}

function SaveAs({ list, what, format, title }: SaveAsProps) {
  const [saving, setSaving] = useState(false)
  const save = (): void => {
    setSaving(true)
    download(partner.exportPartner, { list, format })
      .catch((error: unknown) => showErrorToast(`Скачать не получилось. ${sentenceOf(error)}`))
      .finally(() => setSaving(false))
  }
  return (
    <Button
      variant="default"
      size="sm"
      loading={saving}
      aria-label={`Скачать ${what} целиком, ${title}`}
      leftSection={<IconDownload size={16} stroke={1.8} aria-hidden="true" />}
      onClick={save}
    >
      {title}
    </Button>
  )
}

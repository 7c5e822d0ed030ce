import { Button, Skeleton } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { Link } from 'react-router'
import { networkTitles } from '../../../../../contract/networks.ts'
import type { SourcePart } from '../../../../../contract/reading/feed.ts'
import { hasCode } from '../../../../kit/calls/call-error.ts'
import { useCall } from '../../../../kit/calls/use-call.ts'
import { EmptyState } from '../../../../kit/ui/components/empty-state.tsx'
import { LoadFailure } from '../../../../kit/ui/components/load-failure.tsx'
import { isWebAddress } from '../../../../kit/ui/components/outer-link.tsx'
import { Row } from '../../../../kit/ui/components/stack.tsx'
import typography from '../../../../kit/ui/typography.module.css'
import classes from './goto-source.module.css'

const titles: Record<SourcePart, string> = {
  message: 'Сообщение откроется на другом сайте',
  author: 'Страница автора откроется на другом сайте',
  group: 'Группа откроется на другом сайте',
}

/** Where a link of a message leads: the address as it is, and one press to go there. */
export function GotoSource({ id, to }: { id: number; to: SourcePart }) {
  // Asked for once a visit: each answer is counted.
  const { data, error, refetch } = useCall('feed', 'openSource', { id, to }, { staleTime: Infinity })
  if (error && (hasCode(error, 'MESSAGE_NOT_FOUND') || hasCode(error, 'SOURCE_NOT_FOUND')))
    return (
      <EmptyState picture="lost" level={1} title={error.message} action={<ToFeed />}>
        {hasCode(error, 'SOURCE_NOT_FOUND')
          ? 'Прочитать его можно в ленте.'
          : 'Возможно, его удалили или подписка на него закончилась.'}
      </EmptyState>
    )
  if (error) return <LoadFailure title="Ссылка не загрузилась" error={error} onRetry={() => void refetch()} level={1} />
  if (!data) return <Skeleton height={240} radius="lg" aria-busy="true" />
  if (!isWebAddress(data.url)) return null
  return (
    <EmptyState
      picture="quiet"
      level={1}
      title={titles[to]}
      action={
        <Row justify="center">
          <Button
            component="a"
            href={data.url}
            rel="noopener noreferrer nofollow"
            rightSection={<IconExternalLink size={18} stroke={1.8} aria-hidden="true" />}
          >
            Перейти: {networkTitles[data.network]}
          </Button>
          <ToFeed />
        </Row>
      }
    >
      <p className={classes.address}>{data.url}</p>
      <p className={typography.note}>Эхолот не отвечает за то, что там написано.</p>
    </EmptyState>
  )
}

function ToFeed() {
  return (
    <Button component={Link} to="/feed" variant="default">
      В ленту
    </Button>
  )
}

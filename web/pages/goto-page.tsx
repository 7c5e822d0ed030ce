import { useParams, useSearchParams } from 'react-router'
import { sourceParts } from '../../contract/reading/feed.ts'
import { GotoAuthDialog } from '../features/people/accounts/goto-auth-dialog.tsx'
import { useMe } from '../features/people/accounts/use-me.ts'
import { GotoSource } from '../features/reading/feed/source/goto-source.tsx'
import { EmptyState } from '../kit/ui/components/empty-state.tsx'
import { LoadFailure } from '../kit/ui/components/load-failure.tsx'
import { PageFrame } from '../kit/ui/components/page-frame.tsx'

/** /goto/:messageId, where links of messages lead (docs/decisions/goto.md). `?to=` author or group; the message when nothing is given. */
export function GotoPage() {
  const { messageId = '' } = useParams()
  const [query] = useSearchParams()
  const { user, error, retry } = useMe()
  const to = sourceParts.find((part) => part === (query.get('to') ?? 'message'))
  const known = /^[1-9]\d{0,14}$/.test(messageId) && to !== undefined
  return (
    <PageFrame name="Переход по ссылке" width="reading">
      {!known ? (
        <EmptyState picture="lost" level={1} title="Такой ссылки нет">
          Возможно, адрес написан с ошибкой.
        </EmptyState>
      ) : user ? (
        <GotoSource key={user.id} id={Number(messageId)} to={to} />
      ) : user === null ? (
        <GotoAuthDialog />
      ) : (
        error && <LoadFailure title="Ссылка не загрузилась" error={error} onRetry={retry} level={1} />
      )}
    </PageFrame>
  )
}

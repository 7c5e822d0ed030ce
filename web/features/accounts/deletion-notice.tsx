import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { sentenceOf } from '../../kit/calls/call-error.ts'
import { useAct } from '../../kit/calls/use-call.ts'
import { Notice } from '../../kit/ui/notice.tsx'
import { changeMe } from './use-me.ts'

/** Until the account is gone it can be taken back, on whatever page. */
export function DeletionNotice({ at, zone }: { at: string; zone: string }) {
  const cache = useQueryClient()
  const keep = useAct('accounts', 'keepAccount', { onSuccess: ({ user }) => changeMe(cache, user) })
  const day = new Date(at).toLocaleDateString('ru', { day: 'numeric', month: 'long', timeZone: zone })
  return (
    <Notice
      tone="warn"
      action={
        <Button variant="default" size="sm" loading={keep.isPending} onClick={() => keep.mutate({})}>
          Передумать
        </Button>
      }
    >
      Аккаунт будет удалён {day}. До этого его можно вернуть.
      {keep.isError && <div>{sentenceOf(keep.error)}</div>}
    </Notice>
  )
}

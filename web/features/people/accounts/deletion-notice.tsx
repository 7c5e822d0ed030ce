import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { changeMe } from './use-me.ts'

/** Until the account is gone it can be taken back, on whatever page. */
export function DeletionNotice({ at, zone }: { at: string; zone: string }) {
  const cache = useQueryClient()
  const keep = useAct('privacy', 'keepAccount', { onSuccess: ({ user }) => changeMe(cache, user) })
  const day = new Date(at).toLocaleDateString('ru', { day: 'numeric', month: 'long', timeZone: zone })
  return (
    <AlertBox
      tone="warn"
      action={
        <Button variant="default" size="sm" loading={keep.isPending} onClick={() => keep.mutate({})}>
          Передумать
        </Button>
      }
    >
      Аккаунт будет удалён {day}. До этого его можно вернуть.
      {keep.isError && <div>{sentenceOf(keep.error)}</div>}
    </AlertBox>
  )
}

import { Button } from '@mantine/core'
import type { User } from '../../../../contract/people/accounts.ts'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'

export interface DeletionNoticeProps {
  at: string
  zone: string
  /** The account stays: the person as they are now. */
  onUser: (user: User) => void
}

/** Until the account is gone it can be taken back, on whatever page. */
export function DeletionNotice({ at, zone, onUser }: DeletionNoticeProps) {
  const keep = useAct('privacy', 'keepAccount', { onSuccess: ({ user }) => onUser(user) })
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

import { Button } from '@mantine/core'
import { useFocusReturn } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { privacy } from '../../../../contract/office/privacy.ts'
import { deletionGraceDays, type User } from '../../../../contract/people/accounts.ts'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { download } from '../../../kit/calls/download.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { showActionToast } from '../../../kit/ui/components/action-toast.tsx'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { SettingsCard, SettingsNote, SettingsRow, StateMark } from '../../../kit/ui/components/settings-card.tsx'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import { dayInWords } from '../../../kit/ui/text/day-in-words.ts'

const DeleteDialog = lazyNamed(() => import('./account-delete-dialog.tsx'), 'AccountDeleteDialog')

export interface ProfileDataCardProps {
  user: User
  /** What else ends with this account, as items of a list. */
  also?: ReactNode
  /** The account is to be deleted, or stays: the person as they are now. */
  onUser: (user: User) => void
}

/** What the service keeps of a person: to take along, and to have deleted. */
export function ProfileDataCard({ user, also, onUser }: ProfileDataCardProps) {
  const [deleting, setDeleting] = useState(false)
  const take = useMutation({ mutationFn: () => download(privacy.downloadMyData, {}) })
  const keep = useAct('privacy', 'keepAccount', {
    onSuccess: ({ user: kept }) => {
      onUser(kept)
      showActionToast('Аккаунт остаётся', null)
    },
  })
  useFocusReturn({ opened: deleting })
  const error = take.error ?? keep.error
  return (
    <SettingsCard title="Данные и аккаунт">
      <SettingsRow
        icon={<IconDownload size={20} stroke={1.7} />}
        title="Мои данные"
        own
        action={
          <Button
            variant="default"
            aria-label="Скачать мои данные"
            loading={take.isPending}
            onClick={() => take.mutate()}
          >
            Скачать
          </Button>
        }
      >
        <span>Всё, что сервис хранит о вас, одним архивом</span>
      </SettingsRow>
      <SettingsRow
        icon={<IconTrash size={20} stroke={1.7} />}
        title="Удаление аккаунта"
        own
        action={
          user.deletionAt === null ? (
            <Button variant="default" aria-label="Удалить аккаунт" onClick={() => setDeleting(true)}>
              Удалить
            </Button>
          ) : (
            <Button aria-label="Передумать удалять аккаунт" loading={keep.isPending} onClick={() => keep.mutate({})}>
              Передумать
            </Button>
          )
        }
      >
        {user.deletionAt === null ? (
          <>
            <span>Аккаунт и всё, что в нём есть</span>
            <SettingsNote>{deletionGraceDays} дней ещё можно передумать.</SettingsNote>
          </>
        ) : (
          <>
            <span>
              <StateMark tone="warn">удаляется</StateMark> Аккаунт исчезнет {dayInWords(user.deletionAt, user.timeZone)}
            </span>
            <SettingsNote>До этого дня всё остаётся как было.</SettingsNote>
          </>
        )}
      </SettingsRow>
      {error && <AlertBox tone="bad">{sentenceOf(error)}</AlertBox>}
      <LazyBoundary>
        {deleting && <DeleteDialog user={user} also={also} onUser={onUser} onClose={() => setDeleting(false)} />}
      </LazyBoundary>
    </SettingsCard>
  )
}

import { Checkbox, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { StaffMember } from '../../../../contract/office/staff.ts'
import { staffRoleNames, type StaffRole } from '../../../../contract/staff-roles.ts'
import { roleTitles } from '../../../../rules/role-titles.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { showActionToast } from '../../../kit/ui/components/action-toast.tsx'
import { AdminFailure } from '../../../kit/ui/components/admin-failure.tsx'
import { FormDialog } from '../../../kit/ui/components/dialog.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'

/** What each may do, for who decides. */
const roleNotes: Record<StaffRole, string> = {
  admin: 'тарифы, промокоды, заказы и возвраты, рассылки, отчёты, роли',
  support: 'люди и их подписки, вход под маской, письма',
  moderator: 'одобряет и отклоняет сообщения ленты',
  categoryEditor: 'запросы и описания категорий',
  blogEditor: 'статьи блога и комментарии',
}

export interface StaffRolesDialogProps {
  /** Null: of someone who is named in it. */
  member: StaffMember | null
  onClose: () => void
}

export function StaffRolesDialog({ member, onClose }: StaffRolesDialogProps) {
  const [email, setEmail] = useState(member?.email ?? '')
  const [roles, setRoles] = useState<readonly StaffRole[]>(member?.roles ?? [])
  const [mistake, setMistake] = useState<string | null>(null)
  const cache = useQueryClient()
  const set = useAct('staff', 'setStaffRoles', {
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: ['staff', 'listStaff'] })
      showActionToast(roles.length === 0 ? 'Роли сняты' : 'Роли изменены', null)
      onClose()
    },
  })
  const submit = (): void => {
    const wrong = !/^\S+@\S+$/.test(email.trim())
      ? 'Введите email аккаунта'
      : member === null && roles.length === 0
        ? 'Выберите хотя бы одну роль'
        : null
    setMistake(wrong)
    if (wrong === null) set.mutate({ email: email.trim(), roles: [...roles] })
  }
  const turn = (role: StaffRole, on: boolean): void =>
    setRoles(staffRoleNames.filter((each) => (each === role ? on : roles.includes(each))))
  return (
    <FormDialog
      title={member === null ? 'Дать роль' : `Роли: ${member.name}`}
      size={480}
      submit={roles.length === 0 && member !== null ? 'Снять роли' : 'Сохранить'}
      loading={set.isPending}
      error={null}
      onSubmit={submit}
      onClose={onClose}
    >
      {member === null && (
        <TextInput
          label="Email аккаунта"
          type="email"
          maxLength={254}
          data-autofocus
          value={email}
          onChange={({ currentTarget: { value } }) => setEmail(value)}
        />
      )}
      <Stack gap={3} role="group" aria-label="Роли">
        {staffRoleNames.map((role) => (
          <Checkbox
            key={role}
            label={roleTitles[role]}
            description={roleNotes[role]}
            checked={roles.includes(role)}
            onChange={({ currentTarget: { checked } }) => turn(role, checked)}
          />
        ))}
      </Stack>
      {mistake !== null && <p role="alert">{mistake}</p>}
      <AdminFailure error={set.error} />
    </FormDialog>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { INVITATION_DAYS } from '../../../../contract/access/team.ts'
import { fieldError } from '../../../kit/calls/field-errors.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { showActionToast } from '../../../kit/ui/components/action-toast.tsx'
import { FormDialog } from '../../../kit/ui/components/dialog.tsx'
import { useCheckedForm } from '../../../kit/ui/hooks/use-checked-form.ts'
import typography from '../../../kit/ui/typography.module.css'
import { MemberFields } from './member-fields.tsx'
import { filledMember, memberMistakes, owner, memberSentences } from './member-form.ts'
import { takeCard } from './use-team.ts'

/** Someone is invited by letter. */
export function MemberInviteDialog({ onClose }: { onClose: () => void }) {
  const cache = useQueryClient()
  const { check, setMistakes, ...fields } = useCheckedForm(() => filledMember(null), memberMistakes)
  const create = useAct('team', 'createMembershipCard', {
    onSuccess: ({ card }) => {
      takeCard(cache, card)
      onClose()
      showActionToast(`Приглашение отправлено на ${card.email}`, null)
    },
    onError: (error) => {
      const found = fieldError(error, memberSentences, owner)
      if (found?.field) setMistakes({ [found.field]: found.sentence })
    },
  })
  const isOfField = create.error !== null && fieldError(create.error, memberSentences, owner)?.field != null
  const { email, username, right } = fields.form
  return (
    <FormDialog
      title="Пригласить в команду"
      size={480}
      submit="Пригласить"
      loading={create.isPending}
      error={isOfField ? null : create.error}
      onSubmit={() => {
        if (check()) create.mutate({ email: email.trim(), username: username.trim(), right })
      }}
      onClose={onClose}
    >
      <MemberFields {...fields} withEmail />
      <p className={typography.note}>
        Приглашение действует {INVITATION_DAYS} дней и занимает место. Аккаунт заводить заранее не нужно.
      </p>
    </FormDialog>
  )
}

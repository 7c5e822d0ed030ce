import { useQueryClient } from '@tanstack/react-query'
import type { MembershipCard } from '../../../../contract/access/team.ts'
import { hasCode } from '../../../kit/calls/call-error.ts'
import { fieldError } from '../../../kit/calls/field-errors.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { showActionToast } from '../../../kit/ui/components/action-toast.tsx'
import { FormDialog } from '../../../kit/ui/components/dialog.tsx'
import { useCheckedForm } from '../../../kit/ui/hooks/use-checked-form.ts'
import typography from '../../../kit/ui/typography.module.css'
import { MemberFields } from './member-fields.tsx'
import { filledMember, memberChanges, memberMistakes, owner, memberSentences } from './member-form.ts'
import { readTeamAgain, takeCard, showMemberGone } from './use-team.ts'

/** Spec §4 Team member: of an invitation e-mail and name can be changed, of a member the name; what they may do of both. */
export function MemberEditDialog({ card, onClose }: { card: MembershipCard; onClose: () => void }) {
  const cache = useQueryClient()
  const pending = card.status === 'pending'
  const { check, setMistakes, ...fields } = useCheckedForm(() => filledMember(card), memberMistakes)
  const update = useAct('team', 'updateMembershipCard', {
    onSuccess: ({ card: changed }) => {
      takeCard(cache, changed)
      onClose()
      showActionToast(changed.email === card.email ? 'Сохранено' : `Приглашение отправлено на ${changed.email}`, null)
    },
    onError: (error) => {
      if (hasCode(error, 'NOT_FOUND')) {
        onClose()
        return showMemberGone(cache, card)
      }
      // It was answered meanwhile: what can be changed of it is another matter.
      if (hasCode(error, 'MEMBERSHIP_CARD_READ_ONLY') || hasCode(error, 'MEMBER_EMAIL_READ_ONLY')) readTeamAgain(cache)
      const found = fieldError(error, memberSentences, owner)
      if (found?.field) setMistakes({ [found.field]: found.sentence })
    },
  })
  const isOfField = update.error !== null && fieldError(update.error, memberSentences, owner)?.field != null
  const changes = memberChanges(fields.form, card)
  const submit = (): void => {
    if (!check()) return
    if (Object.keys(changes).length > 1) update.mutate(changes)
    else onClose()
  }
  return (
    <FormDialog
      title={pending ? 'Изменить приглашение' : 'Изменить участника'}
      size={480}
      submit="Сохранить"
      loading={update.isPending}
      error={isOfField ? null : update.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <MemberFields {...fields} withEmail={pending} />
      {'email' in changes && (
        <p className={typography.note}>Прежнее приглашение перестанет действовать, на новый адрес придёт новое.</p>
      )}
    </FormDialog>
  )
}

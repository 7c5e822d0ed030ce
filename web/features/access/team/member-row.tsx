import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { IconMail, IconUser } from '@tabler/icons-react'
import type { MembershipCard } from '../../../../contract/access/team.ts'
import { hasCode, sentenceOf } from '../../../kit/calls/call-error.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { showActionToast, showErrorToast } from '../../../kit/ui/components/action-toast.tsx'
import { Moment } from '../../../kit/ui/components/moment.tsx'
import { SettingsNote, SettingsRow, StateMark } from '../../../kit/ui/components/settings-card.tsx'
import { Row } from '../../../kit/ui/components/stack.tsx'
import { clockOf, useCountdown } from '../../../kit/ui/hooks/use-countdown.ts'
import typography from '../../../kit/ui/typography.module.css'
import { cardState, rightTitles } from './card-in-words.ts'
import classes from './member-row.module.css'
import { takeCard, showMemberGone } from './use-team.ts'

/** A letter takes a while to be found: no one needs a second one sooner. */
const RESEND_AFTER_S = 60

export interface MemberRowProps {
  card: MembershipCard
  zone: string
  now: Date
  /** Writes a moment as a day. */
  day: (at: string) => string
  onEdit: () => void
  onDelete: () => void
}

/** Someone in the team, or invited into it: how it stands, and what can be done about it. */
export function MemberRow({ card, zone, now, day, onEdit, onDelete }: MemberRowProps) {
  const { username, email, status, right, seenAt } = card
  const { tone, title, note } = cardState(card, now, day)
  return (
    <SettingsRow
      as="li"
      icon={<IconUser size={20} stroke={1.7} />}
      title={username}
      mark={<StateMark tone={tone}>{title}</StateMark>}
      resting={status !== 'accepted' || card.seated === false}
      action={<RowActs card={card} onEdit={onEdit} onDelete={onDelete} />}
    >
      <span>{email}</span>
      <SettingsNote>
        {status !== 'rejected' && <>{rightTitles[right]} · </>}
        {note}
        {seenAt !== null && (
          <>
            {' · заходили сюда '}
            <Moment at={seenAt} zone={zone} />
          </>
        )}
      </SettingsNote>
      {status === 'pending' && <Resend card={card} />}
    </SettingsRow>
  )
}

function RowActs({
  card: { username, status },
  onEdit,
  onDelete,
}: Pick<MemberRowProps, 'card' | 'onEdit' | 'onDelete'>) {
  return (
    <Row>
      {status !== 'rejected' && (
        <Button size="xs" variant="default" aria-label={`Изменить: ${username}`} onClick={onEdit}>
          Изменить
        </Button>
      )}
      <Button size="xs" variant="default" aria-label={`${deletes[status]}: ${username}`} onClick={onDelete}>
        {deletes[status]}
      </Button>
    </Row>
  )
}

const deletes: Record<MembershipCard['status'], string> = {
  pending: 'Отозвать',
  accepted: 'Убрать',
  rejected: 'Убрать',
}

/** The letter once more, when it may have been lost. */
function Resend({ card }: { card: MembershipCard }) {
  const cache = useQueryClient()
  const again = card.invitedAt && new Date(Date.parse(card.invitedAt) + RESEND_AFTER_S * 1000).toISOString()
  const left = useCountdown(again, RESEND_AFTER_S)
  const resend = useAct('team', 'resendInvitation', {
    onSuccess: ({ card: sent }) => {
      takeCard(cache, sent)
      showActionToast(`Приглашение отправлено на ${sent.email}`, null)
    },
    onError: (error) =>
      hasCode(error, 'NOT_FOUND')
        ? showMemberGone(cache, card)
        : showErrorToast(`Отправить не получилось. ${sentenceOf(error)}`),
  })
  if (left > 0) return <SettingsNote>Отправить ещё раз можно через {clockOf(left)}</SettingsNote>
  return (
    <span>
      <button
        type="button"
        className={`${typography.link} ${classes.resend}`}
        disabled={resend.isPending}
        onClick={() => resend.mutate({ id: card.id })}
      >
        <IconMail size={15} stroke={1.8} aria-hidden="true" className={classes.icon} />{' '}
        {resend.isPending ? 'Отправляем…' : 'Отправить письмо ещё раз'}
      </button>
    </span>
  )
}

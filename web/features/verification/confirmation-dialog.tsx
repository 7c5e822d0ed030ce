import { Button, Modal, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { User } from '../../../contract/accounts.ts'
import { sentenceOf } from '../../kit/calls/call-error.ts'
import { useCall } from '../../kit/calls/use-call.ts'
import { Notice } from '../../kit/ui/notice.tsx'
import classes from './confirmation-dialog.module.css'
import { ConfirmationSteps } from './confirmation-steps.tsx'
import type { ConfirmationCalls, ConfirmationCaptcha } from './use-confirmation.ts'

/** One kind of confirmation: what it asks the server, and its words. */
export interface Confirmation extends ConfirmationCalls {
  title: string
  /** How what is confirmed is written. */
  show: (target: string) => string
  /** How long one waits for another code at most. */
  resendSeconds: number
  /** What may wait to be confirmed, so that it needs not be asked for; null where there never is anything. */
  init: { known: (user: User) => string | null; text: (target: string) => ReactNode; send: string } | null
  input: {
    label: string
    type: 'email' | 'tel'
    placeholder: string
    /** What stands above the field, if there is something to say. */
    text: (user: User) => ReactNode
    mistake: (written: string) => string | null
    /** Whether the password goes with it; left out: never. */
    asksPassword?: (user: User) => boolean
    /** What to say instead when the server holds what is written for invalid. */
    invalid: string
    send: string
    /** What there is may be given up instead; null when there is nothing. */
    giveUp: (user: User) => { title: string; ask: () => Promise<unknown> } | null
  }
  verification: { text: (target: string) => ReactNode; label: string; resend: string; other: string; hint: string }
  final: (target: string) => string
  /** What is confirmed already. */
  confirmed: (user: User) => string | null
}

interface ConfirmationDialogProps {
  confirmation: Confirmation
  captcha?: ConfirmationCaptcha | null
  onClose: () => void
}

/** The dialog of one confirmation. It knows from the server whether a code is on its way, so a reload loses nothing. */
export function ConfirmationDialog({ confirmation, captcha = null, onClose }: ConfirmationDialogProps) {
  const me = useCall('accounts', 'getMe', {}, { staleTime: Infinity })
  // Asked for each time: the code may have been sent, entered or closed elsewhere.
  const codes = useCall('verification', 'getVerification', {}, { refetchOnMount: 'always' })
  const user = me.data?.user
  const error = me.error ?? codes.error
  return (
    <Modal
      opened
      onClose={onClose}
      title={confirmation.title}
      size={440}
      centered
      radius="lg"
      closeButtonProps={{ 'aria-label': 'Закрыть' }}
    >
      {user && codes.data && codes.isFetchedAfterMount && !codes.isError ? (
        <ConfirmationSteps
          confirmation={confirmation}
          user={user}
          open={codes.data[confirmation.purpose]}
          captcha={captcha}
          onClose={onClose}
        />
      ) : error ? (
        <Notice
          tone="bad"
          action={
            <Button variant="default" size="sm" onClick={() => void (me.error ? me : codes).refetch()}>
              Повторить
            </Button>
          }
        >
          {sentenceOf(error)}
        </Notice>
      ) : (
        <div className={classes.waiting} role="status" aria-label="Загружаем">
          <Skeleton height={20} width="85%" />
          <Skeleton height={20} width="60%" />
          <Skeleton height={42} />
        </div>
      )}
    </Modal>
  )
}

import { Modal, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { useCall } from '../../../kit/calls/use-call.ts'
import { LoadFailure } from '../../../kit/ui/components/load-failure.tsx'
import classes from './confirmation-dialog.module.css'
import type { Confirmation } from './confirmation.ts'
import { ConfirmationSteps } from './confirmation-steps.tsx'
import type { ConfirmationCaptcha } from './use-confirmation.ts'

export interface ConfirmationDialogProps {
  captcha: ConfirmationCaptcha
  onClose: () => void
}

/** The dialog of one confirmation. It knows from the server whether a code is on its way, so a reload loses nothing. */
export function ConfirmationDialog({
  confirmation,
  captcha,
  onClose,
}: ConfirmationDialogProps & { confirmation: Confirmation }) {
  const me = useCall('accounts', 'getMe', {}, { staleTime: Infinity })
  // Asked for each time: the code may have been sent, entered or closed elsewhere.
  const codes = useCall('verification', 'getVerification', {}, { refetchOnMount: 'always' })
  const user = me.data?.user
  const error = me.error ?? codes.error
  // What it is called does not change with what is done in it.
  const [title, setTitle] = useState(user && confirmation.title(user))
  if (title === undefined && user) setTitle(confirmation.title(user))
  return (
    <Modal opened onClose={onClose} title={title} size={440}>
      {user && codes.data && codes.isFetchedAfterMount && !codes.isError ? (
        <ConfirmationSteps
          confirmation={confirmation}
          user={user}
          open={codes.data[confirmation.purpose]}
          captcha={captcha}
          onClose={onClose}
        />
      ) : error ? (
        <LoadFailure error={error} onRetry={() => void (me.error ? me : codes).refetch()} />
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

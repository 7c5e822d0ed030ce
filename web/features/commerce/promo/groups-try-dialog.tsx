import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { hasCode } from '../../../kit/calls/call-error.ts'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import type { TryDialogProps } from './category-try-dialog.tsx'
import { EmailMistake } from './email-mistake.tsx'
import { TrialRefused } from './trial-refused.tsx'
import { usePromoTrial } from './use-promo-trial.ts'

/** Groups to try: which ones is shown afterwards, on the page of groups. */
export function GroupsTryDialog({ emailApproved, covered, onVerifyEmail, onClose }: TryDialogProps) {
  const [tried, setTried] = useState(false)
  const trial = usePromoTrial()
  const emailWanted = hasCode(trial.error, 'EMAIL_NOT_APPROVED') || !emailApproved
  const take = (): void => {
    setTried(true)
    if (emailApproved) trial.mutate({ product: 'group' })
  }
  return (
    <Modal opened onClose={onClose} closeOnEscape={!covered} title="Попробовать группы" size={460}>
      <Stack>
        <p className={typography.soft}>
          Соберите в одну ленту всё, что пишут в нужных вам группах и каналах: вы добавите их ссылками. На пробном
          доступе видны сообщения старше трёх дней.
        </p>
        {tried && emailWanted && <EmailMistake onVerify={onVerifyEmail} />}
        {trial.error && !emailWanted && <TrialRefused error={trial.error} category={null} />}
        <Button size="md" loading={trial.isPending} onClick={take} data-autofocus>
          Попробовать бесплатно
        </Button>
      </Stack>
    </Modal>
  )
}

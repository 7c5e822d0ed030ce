import { Button } from '@mantine/core'
import { Notice } from '../../kit/ui/notice.tsx'

/** Spec §5 Promo dialogs: the sentence, and the way out. */
export function EmailMistake({ onVerify }: { onVerify: () => void }) {
  return (
    <Notice
      tone="bad"
      action={
        <Button size="sm" onClick={onVerify}>
          Подтвердить
        </Button>
      }
    >
      Подтвердите свой email
    </Notice>
  )
}

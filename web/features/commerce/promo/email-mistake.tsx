import { Button } from '@mantine/core'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'

/** Spec §5 Promo dialogs: the sentence, and the way out. */
export function EmailMistake({ onVerify }: { onVerify: () => void }) {
  return (
    <AlertBox
      tone="bad"
      action={
        <Button size="sm" onClick={onVerify}>
          Подтвердить
        </Button>
      }
    >
      Подтвердите свой email
    </AlertBox>
  )
}

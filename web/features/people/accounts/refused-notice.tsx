import { Button, CloseButton } from '@mantine/core'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { openLogin, openRegistration } from './auth-dialog-state.ts'
import { refusedSentence } from './refused-sentence.ts'

/** What to do next, where there is something. */
const ways: Partial<Record<string, { title: string; open: () => void }>> = {
  NETWORK_ACCOUNT_NOT_FOUND: { title: 'Зарегистрироваться', open: openRegistration },
  UNAUTHORIZED: { title: 'Войти', open: openLogin },
}

/** Why a browser that was sent to us, as by a network, did not come where it wanted. */
export function RefusedNotice({ code, onClose }: { code: string; onClose: () => void }) {
  const sentence = refusedSentence(code)
  const way = ways[code]
  if (sentence === null) return null
  return (
    <AlertBox
      tone={code === 'NETWORK_SIGN_IN_CANCELLED' ? 'quiet' : 'bad'}
      action={
        <>
          {way && (
            <Button
              size="sm"
              onClick={() => {
                onClose()
                way.open()
              }}
            >
              {way.title}
            </Button>
          )}
          <CloseButton aria-label="Закрыть" onClick={onClose} />
        </>
      }
    >
      {sentence}
    </AlertBox>
  )
}

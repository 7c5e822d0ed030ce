import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import { openLogin, openRegistration } from './auth-dialog-state.ts'
import { SignInState } from './sign-in-notice.tsx'

const title = 'Войдите, чтобы открыть ссылку'
const why = 'Ссылки сообщений открываются тем, кто вошёл. После входа вы останетесь на этой странице.'

/** Stands on /goto before a guest: a dialog at first, and in its place the same on the page when it is closed. */
export function GotoAuthDialog() {
  const [asking, setAsking] = useState(true)
  return (
    <>
      <SignInState title={title}>{why}</SignInState>
      <AskToSignIn opened={asking} title={title} onClose={() => setAsking(false)}>
        {why}
      </AskToSignIn>
    </>
  )
}

interface AskToSignInProps {
  opened: boolean
  title: string
  onClose: () => void
  /** Why, and what follows. */
  children: string
}

/** Both ways in, where only someone signed in may go on. */
export function AskToSignIn({ opened, title: asked, onClose, children }: AskToSignInProps) {
  const go = (open: () => void) => (): void => {
    onClose()
    open()
  }
  return (
    <Modal opened={opened} onClose={onClose} title={asked} size={420}>
      <Stack className={typography.soft}>
        <p>{children}</p>
        <Stack gap={2}>
          <Button size="md" fullWidth data-autofocus onClick={go(openLogin)}>
            Войти
          </Button>
          <Button size="md" fullWidth variant="default" onClick={go(openRegistration)}>
            Зарегистрироваться
          </Button>
        </Stack>
      </Stack>
    </Modal>
  )
}

import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { errors } from '../../../../contract/errors.ts'
import { EmptyState } from '../../../kit/ui/components/empty-state.tsx'
import { Row } from '../../../kit/ui/components/stack.tsx'
import { askAgainAfterLoss, openLogin, openRegistration } from './auth-dialog-state.ts'

/**
 * Stands where only someone signed in may look. The login dialog opens by itself only when a session ends under someone's hands
 * (spec §8 UNAUTHORIZED): a guest who comes has the buttons before them.
 */
export function SignInNotice({ children }: { children: string }) {
  useEffect(askAgainAfterLoss, [])
  return <SignInState title={errors.UNAUTHORIZED.message}>{children}</SignInState>
}

/** The page for those who are not signed in, with both ways in. */
export function SignInState({ title, children }: { title: string; children: string }) {
  return (
    <EmptyState
      picture="locked"
      level={1}
      title={title}
      action={
        <Row nowrap>
          <Button onClick={openLogin}>Войти</Button>
          <Button variant="default" onClick={openRegistration}>
            Регистрация
          </Button>
        </Row>
      }
    >
      {children}
    </EmptyState>
  )
}

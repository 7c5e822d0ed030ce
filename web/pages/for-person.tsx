import { Button, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { User } from '../../contract/accounts.ts'
import { SignInNotice } from '../features/accounts/sign-in-notice.tsx'
import { useMe } from '../features/accounts/use-me.ts'
import { sentenceOf } from '../kit/calls/call-error.ts'
import { Notice } from '../kit/ui/notice.tsx'

export interface ForPersonProps {
  /** Why a guest has to come in first. */
  why: string
  /** Stands above it while nobody knows who is here. */
  head: ReactNode
  children: (user: User) => ReactNode
}

/** A page that has to know who looks at it. */
export function ForPerson({ why, head, children }: ForPersonProps) {
  const { user, error, retry } = useMe()
  if (user) return children(user)
  if (user === null) return <SignInNotice>{why}</SignInNotice>
  return (
    <>
      {head}
      {error ? (
        <Notice
          tone="bad"
          action={
            <Button variant="default" size="sm" onClick={retry}>
              Повторить
            </Button>
          }
        >
          {sentenceOf(error)}
        </Notice>
      ) : (
        <Skeleton height={320} radius="lg" />
      )}
    </>
  )
}

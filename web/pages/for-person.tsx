import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { User } from '../../contract/people/accounts.ts'
import { SignInNotice } from '../features/people/accounts/sign-in-notice.tsx'
import { useMe } from '../features/people/accounts/use-me.ts'
import { LoadFailure } from '../kit/ui/components/load-failure.tsx'

export interface ForPersonProps {
  /** Why a guest has to come in first. */
  why: string
  /** Stands above it while no one knows who is here. */
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
      {error ? <LoadFailure error={error} onRetry={retry} /> : <Skeleton height={320} radius="lg" aria-busy="true" />}
    </>
  )
}

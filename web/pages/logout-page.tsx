import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { useLogout } from '../features/accounts/use-logout.ts'
import { useMe } from '../features/accounts/use-me.ts'
import { sentenceOf } from '../kit/calls/call-error.ts'
import { Blank } from '../kit/ui/blank.tsx'
import { PageTitle } from '../kit/ui/page-title.tsx'

/** Signs out and goes home. */
export function LogoutPage() {
  const { user } = useMe()
  const { mutate, error, isIdle } = useLogout()
  useEffect(() => {
    if (user && isIdle) mutate({})
  }, [user, isIdle, mutate])
  if (user === null) return <Navigate to="/" replace />
  return (
    <>
      <PageTitle name="Выход" />
      {error && (
        <Blank
          picture="failure"
          level={1}
          title="Выйти не получилось"
          action={<Button onClick={() => mutate({})}>Повторить</Button>}
        >
          {sentenceOf(error)}
        </Blank>
      )}
    </>
  )
}

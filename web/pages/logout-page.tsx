import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { useLogout } from '../features/people/accounts/use-logout.ts'
import { useMe } from '../features/people/accounts/use-me.ts'
import { LoadFailure } from '../kit/ui/components/load-failure.tsx'
import { PageTitle } from '../kit/ui/components/page-title.tsx'

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
        <LoadFailure title="Выйти не получилось" error={error} onRetry={() => mutate({})} level={1} variant="filled" />
      )}
    </>
  )
}

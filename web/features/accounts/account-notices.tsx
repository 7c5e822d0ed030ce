import { lazy, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Later } from '../../kit/ui/later.tsx'
import classes from './account-notices.module.css'
import { useMe } from './use-me.ts'

const RefusedNotice = lazy(() => import('./refused-notice.tsx').then((file) => ({ default: file.RefusedNotice })))
const DeletionNotice = lazy(() => import('./deletion-notice.tsx').then((file) => ({ default: file.DeletionNotice })))

/** With this the server sends back a browser that it refused. */
const REFUSED = 'refused'

/** What a person has to know of his account on whatever page. */
export function AccountNotices() {
  const { user } = useMe()
  const [refused, forget] = useRefused()
  const deletionAt = user?.deletionAt ?? null
  if (refused === null && deletionAt === null) return null
  return (
    <div className={classes.notices}>
      <Later>
        {refused !== null && <RefusedNotice code={refused} onClose={forget} />}
        {user && deletionAt !== null && <DeletionNotice at={deletionAt} zone={user.timeZone} />}
      </Later>
    </div>
  )
}

/** The code of the refusal, and how to forget it. The address keeps nothing of it: a reload would say it again. */
function useRefused(): [code: string | null, forget: () => void] {
  const [parameters, setParameters] = useSearchParams()
  const [code, setCode] = useState<string | null>(null)
  const told = parameters.get(REFUSED)
  if (told !== null && told !== code) setCode(told)
  useEffect(() => {
    if (told === null) return
    setParameters(
      (before) => {
        before.delete(REFUSED)
        return before
      },
      { replace: true },
    )
  }, [told, setParameters])
  return [code, () => setCode(null)]
}

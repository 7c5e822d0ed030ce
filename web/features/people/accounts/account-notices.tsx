import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import classes from './account-notices.module.css'
import { useMe } from './use-me.ts'

const RefusedNotice = lazyNamed(() => import('./refused-notice.tsx'), 'RefusedNotice')
const DeletionNotice = lazyNamed(() => import('./deletion-notice.tsx'), 'DeletionNotice')

/** With this the server sends back a browser that it refused. */
const REFUSED = 'refused'

/** What a person has to know of their account on whatever page. */
export function AccountNotices() {
  const { user } = useMe()
  const [refused, forget] = useRefused()
  const deletionAt = user?.deletionAt ?? null
  if (refused === null && deletionAt === null) return null
  return (
    <div className={classes.notices}>
      <LazyBoundary>
        {refused !== null && <RefusedNotice code={refused} onClose={forget} />}
        {user && deletionAt !== null && <DeletionNotice at={deletionAt} zone={user.timeZone} />}
      </LazyBoundary>
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

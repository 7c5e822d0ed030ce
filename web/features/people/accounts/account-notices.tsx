import { useEffect, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import classes from './account-notices.module.css'

const RefusedNotice = lazyNamed(() => import('./refused-notice.tsx'), 'RefusedNotice')

/** With this the server sends back a browser that it refused. */
const REFUSED = 'refused'

/**
 * What a person has to know of their account on whatever page.
 * @param children what other features show there; null when they show nothing
 */
export function AccountNotices({ children }: { children: ReactNode }) {
  const [refused, forget] = useRefused()
  if (refused === null && children === null) return null
  return (
    <div className={classes.notices}>
      <LazyBoundary>
        {refused !== null && <RefusedNotice code={refused} onClose={forget} />}
        {children}
      </LazyBoundary>
    </div>
  )
}

/** The code of the refusal, and how to forget it. The address keeps nothing of it: a reload would show it again. */
function useRefused(): [code: string | null, forget: () => void] {
  const [parameters, setParameters] = useSearchParams()
  const [code, setCode] = useState<string | null>(null)
  const codeInAddress = parameters.get(REFUSED)
  const [taken, setTaken] = useState<string | null>(null)
  // Taken once: it may be forgotten before the address has let go of it.
  if (codeInAddress !== taken) {
    setTaken(codeInAddress)
    if (codeInAddress !== null) setCode(codeInAddress)
  }
  useEffect(() => {
    if (codeInAddress === null) return
    setParameters(
      (before) => {
        before.delete(REFUSED)
        return before
      },
      { replace: true },
    )
  }, [codeInAddress, setParameters])
  return [code, () => setCode(null)]
}

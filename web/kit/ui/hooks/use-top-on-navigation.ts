import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** Another page begins at its top. Going back is left to the browser, which knows where the reader was. */
export function useTopOnNavigation(): void {
  const { pathname } = useLocation()
  const type = useNavigationType()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (type !== 'POP') window.scrollTo({ top: 0, behavior: 'instant' })
  }, [pathname, type])
}

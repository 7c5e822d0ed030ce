import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** Another page begins at its top, unless its address names a place on it. Going back is left to the browser, which knows where the reader was. */
export function useTopOnNavigation(): void {
  const { pathname, hash } = useLocation()
  const type = useNavigationType()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const named = hash !== '' && document.getElementById(hash.slice(1)) !== null
    if (type !== 'POP' && !named) window.scrollTo({ top: 0, behavior: 'instant' })
  }, [pathname, hash, type])
}

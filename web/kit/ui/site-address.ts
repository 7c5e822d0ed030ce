/** The address that the service is known under (`SITE_URL`), without a slash at the end. */
import { createContext, useContext } from 'react'

/** Given where a page is drawn on the server; null: in a browser, where the document says it. */
export const SiteAddress = createContext<string | null>(null)

/** The same on the server and in a browser that takes over what was drawn there. */
export function useSiteAddress(): string {
  const given = useContext(SiteAddress)
  return given ?? document.documentElement.dataset.site ?? window.location.origin
}

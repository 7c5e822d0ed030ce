import { useLayoutEffect } from 'react'

/**
 * Stands beside what `main` shows, and says that the document is the page's own from now on. Not around it: React takes over what the
 * server drew in two steps, the frame first and the page in it when there is time, and what is drawn of anyone who came in between the
 * two is not what stands there.
 */
export function PageAlive() {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    const wasDrawn = 'drawn' in dataset
    delete dataset.drawn
    delete dataset.visitor
    // What was asked of it before is done now (web/public/hydrate-later.js).
    if (wasDrawn) document.dispatchEvent(new Event('hydrated'))
    // The head that came with the document goes when the page has put its own beside it: of titles a browser shows the first.
    document.querySelector('title[data-first]')?.remove()
    // Pages of people have none of their own.
    if (document.querySelector('meta[name="description"]:not([data-first])'))
      document.querySelector('meta[data-first]')?.remove()
  }, [])
  return null
}

import { lazy, useState, type ComponentType, type ReactElement } from 'react'

/** A page that is fetched when its address is opened, or a little before. */
export interface PreloadablePage {
  (): ReactElement
  /** A page that can't be had says so in its place: this never throws. */
  fetchPage: () => Promise<void>
}

/** `lazyNamed` for a page: once it was fetched it is drawn in the same moment, without the fallback that `lazy` shows first. */
export function pageNamed<Name extends string>(
  fetchFile: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): PreloadablePage {
  let fetched: ComponentType | null = null
  const fetchNow = async (): Promise<{ default: ComponentType }> => {
    const page = (await fetchFile())[name]
    fetched = page
    return { default: page }
  }
  const Later = lazy(fetchNow)
  function Page(): ReactElement {
    // The same one for as long as it stands.
    const [Drawn] = useState(() => fetched ?? Later)
    return <Drawn />
  }
  return Object.assign(Page, {
    async fetchPage() {
      await fetchNow().catch(() => {})
    },
  })
}

import { tabTitle } from '../../../../contract/pages.ts'

/** The title of the tab. React lifts it into the head. */
export function PageTitle({ name, count }: { name: string | null; count?: string | null }) {
  const title = tabTitle(name)
  return <title>{count ? `(${count}) ${title}` : title}</title>
}

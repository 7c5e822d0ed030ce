/**
 * The first sight of a page: what it draws before it knows anything but whether someone is signed in. The build writes it
 * into the document of each address, so that it stands before any script has run, and in the same place as what follows.
 */
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { Around } from './app.tsx'
import { expectGuest } from './features/people/accounts/use-me.ts'
import { makeQueryClient } from './kit/calls/query-client.ts'
import { SiteAddress } from './kit/ui/site-address.ts'
import { Pages } from './pages/pages.tsx'

/** @param path any address of the page @returns markup */
export async function drawFirstSight(path: string, expected: 'guest' | 'person'): Promise<string> {
  const cache = makeQueryClient(() => {})
  if (expected === 'guest') expectGuest(cache)
  const broken: unknown[] = []
  const { prelude } = await prerender(
    <Around cache={cache}>
      <SiteAddress value="">
        <StaticRouter location={path}>
          <Pages expected={expected} />
        </StaticRouter>
      </SiteAddress>
    </Around>,
    // One piece: parts that come later are put in their place by scripts.
    { onError: (error) => void broken.push(error), progressiveChunkSize: Infinity },
  )
  if (broken.length > 0) throw new Error(`${path} cannot be drawn without a browser: ${String(broken[0])}`)
  return new Response(prelude).text()
}

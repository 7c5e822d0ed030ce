/**
 * Pages drawn without a browser. The build writes the shell of each into its document: what it draws before it knows
 * anything but whether someone is signed in. The server draws public pages whole for guests, with what they ask first
 * (server/gate/public-pages); a browser takes those over as they stand (web/main.tsx). Of some pages of people it draws what stands in
 * `main` until the browser puts its own in that place (server/gate/first-sight.ts).
 */
import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import type { FirstAnswers } from '../contract/first-answers.ts'
import { Around } from './app.tsx'
import { expectGuest } from './features/people/accounts/use-me.ts'
import { putFirstAnswers } from './kit/calls/first-answers.ts'
import { makeQueryClient } from './kit/calls/query-client.ts'
import { DrawnWidth } from './kit/ui/hooks/use-at-least.ts'
import { DrawnAt } from './kit/ui/hooks/use-now.ts'
import { fetchPageAt } from './kit/ui/page-files.ts'
import { SiteAddress } from './kit/ui/site-address.ts'
import { Pages } from './pages/pages.tsx'

/** Only what stands in a document before any script has come. @param path any address of the page @returns markup */
export async function drawFirstSight(path: string, expected: 'guest' | 'person'): Promise<string> {
  const cache = makeQueryClient(() => {})
  if (expected === 'guest') expectGuest(cache)
  return draw(path, pageAt(path, cache, { expected }))
}

export interface PageToDraw {
  /** Path, and what stands behind the question mark. */
  address: string
  /** Of the service, without a slash at the end. */
  site: string
  /** What the page asks first, as a guest is answered. */
  answers: FirstAnswers
  /** Now: what is written of moments is as true as then. */
  at: Date
}

/** @returns the page, and what React lifts into the head of a document */
export async function drawPage({ address, site, answers, at }: PageToDraw): Promise<{ head: string; body: string }> {
  const cache = makeQueryClient(() => {})
  expectGuest(cache)
  putFirstAnswers(cache, answers)
  await fetchPageAt(address.split('?')[0] ?? address)
  const markup = await draw(address, pageAt(address, cache, { expected: 'guest', site, at }))
  cache.clear()
  // What belongs into the head React puts before all else where it draws no document.
  const head = /^(?:<title>[^<]*<\/title>|<meta [^>]*>|<link [^>]*>)*/.exec(markup)?.[0] ?? ''
  return { head, body: markup.slice(head.length) }
}

export interface SightToDraw extends Omit<PageToDraw, 'site'> {
  /** Of the window, in CSS pixels. */
  width: number
}

/**
 * Nothing of one drawing is left for another: all that is personal lies in a cache of its own.
 * @param answers what the page asks first, as the person is answered
 * @returns what stands in `main`
 */
export async function drawSight({ address, answers, at, width }: SightToDraw): Promise<string> {
  const cache = makeQueryClient(() => {})
  putFirstAnswers(cache, answers)
  await fetchPageAt(address.split('?')[0] ?? address)
  const markup = await draw(address, pageAt(address, cache, { expected: 'person', at, width }))
  cache.clear()
  const main = /<main [^>]*>([^]*)<\/main>/.exec(markup)?.[1]
  if (main === undefined) throw new Error(`${address} is drawn without its main part`)
  return main
}

interface Seen {
  expected: 'guest' | 'person'
  site?: string
  at?: Date
  width?: number
}

/** As openApp (app.tsx) puts it together where there is a browser. */
function pageAt(address: string, cache: QueryClient, { expected, site = '', at, width }: Seen): ReactNode {
  return (
    <SiteAddress value={site}>
      <DrawnAt value={at ?? null}>
        <DrawnWidth value={width ?? null}>
          <Around cache={cache}>
            <StaticRouter location={address}>
              <Pages expected={expected} />
            </StaticRouter>
          </Around>
        </DrawnWidth>
      </DrawnAt>
    </SiteAddress>
  )
}

async function draw(address: string, page: ReactNode): Promise<string> {
  const broken: unknown[] = []
  const { prelude } = await prerender(
    page,
    // One piece: parts that come later are put in their place by scripts.
    { onError: (error) => void broken.push(error), progressiveChunkSize: Infinity },
  )
  if (broken.length > 0)
    throw new Error(`${address} cannot be drawn without a browser: ${String(broken[0])}`, { cause: broken[0] })
  return new Response(prelude).text()
}

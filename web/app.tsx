import { MantineProvider } from '@mantine/core'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { startTransition, StrictMode, type ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { openLogin } from './features/people/accounts/auth-dialog-state.ts'
import { becomeGuest, expectGuest } from './features/people/accounts/use-me.ts'
import { reportArrival } from './features/people/referrals/report-arrival.ts'
import { hasCode } from './kit/calls/call-error.ts'
import { onCallError } from './kit/calls/call-errors.ts'
import { keepFirstAnswers, putFirstAnswers } from './kit/calls/first-answers.ts'
import { makeQueryClient } from './kit/calls/query-client.ts'
import { listen } from './kit/live/connection.ts'
import { DrawnAt } from './kit/ui/hooks/use-now.ts'
import { cssVariables, theme } from './kit/ui/theme.ts'
import { Pages } from './pages/pages.tsx'
import type { Expected } from './pages/shell.tsx'
import type { FirstAnswers } from '../contract/first-answers.ts'

/** What the server drew the page with that stands in the document. */
export interface Drawn {
  /** When, as ISO 8601. */
  at: string
  answers: FirstAnswers
}

/**
 * @param expected whom the server sent the page to, as far as it knew
 * @param drawn the page stands there already; null: `root` holds nothing that stays
 * @returns how to take it away, as closing the tab does
 */
export function openApp(root: Element, expected: Expected = null, drawn: Drawn | null = null): () => void {
  const cache = makeQueryClient(openLogin)
  const unheard = onCallError((error) => {
    // Anyone who has just gone out is not asked to come in by what their page was still asking for.
    if (hasCode(error, 'UNAUTHORIZED') && becomeGuest(cache)) openLogin()
  })
  listen(async () => (await import('./pages/signal-listeners.ts')).signalListeners(cache))
  reportArrival()
  keepFirstAnswers(cache)
  if (expected === 'guest') expectGuest(cache)
  if (drawn) putFirstAnswers(cache, drawn.answers)
  const page = (
    <StrictMode>
      <DrawnAt value={drawn && new Date(drawn.at)}>
        <Around cache={cache}>
          <BrowserRouter>
            <Pages expected={expected} />
          </BrowserRouter>
        </Around>
      </DrawnAt>
    </StrictMode>
  )
  const rendered = drawn ? hydrateRoot(root, page) : createRoot(root)
  // In pieces, between which the browser answers: the first drawing takes longest.
  if (!drawn) startTransition(() => rendered.render(page))
  return () => {
    unheard()
    rendered.unmount()
    cache.clear()
  }
}

/** What every page is drawn in, here and where there is no browser (web/draw.tsx). */
export function Around({ cache, children }: { cache: QueryClient; children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={cache}>{children}</QueryClientProvider>
    </MantineProvider>
  )
}

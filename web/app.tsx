import { MantineProvider } from '@mantine/core'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { StrictMode, useLayoutEffect, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { openLogin } from './features/people/accounts/auth-dialog-state.ts'
import { becomeGuest, expectGuest } from './features/people/accounts/use-me.ts'
import { tellArrival } from './features/commerce/partner/tell-arrival.ts'
import { hasCode } from './kit/calls/call-error.ts'
import { onCallError } from './kit/calls/call-errors.ts'
import { keepFirstAnswers } from './kit/calls/first-answers.ts'
import { makeQueryClient } from './kit/calls/query-client.ts'
import { listen } from './kit/live/connection.ts'
import { cssVariables, theme } from './kit/ui/theme.ts'
import { Pages, signalListeners } from './pages/pages.tsx'
import type { Expected } from './pages/shell.tsx'

/**
 * @param expected whom the server sent the page to, as far as it knew
 * @returns how to take it away, as closing the tab does
 */
export function openApp(root: Element, expected: Expected = null): () => void {
  const cache = makeQueryClient(openLogin)
  const unheard = onCallError((error) => {
    // Anyone who has just gone out is not asked to come in by what their page was still asking for.
    if (hasCode(error, 'UNAUTHORIZED') && becomeGuest(cache)) openLogin()
  })
  listen(signalListeners(cache))
  tellArrival()
  keepFirstAnswers(cache)
  if (expected === 'guest') expectGuest(cache)
  const rendered = createRoot(root)
  rendered.render(
    <StrictMode>
      <Around cache={cache}>
        <BrowserRouter>
          <Pages expected={expected} />
          <OneHead />
        </BrowserRouter>
      </Around>
    </StrictMode>,
  )
  return () => {
    unheard()
    rendered.unmount()
    cache.clear()
  }
}

/** What every page is drawn in, here and where the first sight of it is written down (web/first-sight.tsx). */
export function Around({ cache, children }: { cache: QueryClient; children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={cache}>{children}</QueryClientProvider>
    </MantineProvider>
  )
}

/** The head that came with the document goes when the page has put its own beside it: of titles a browser shows the first. */
function OneHead() {
  useLayoutEffect(() => {
    document.querySelector('title[data-first]')?.remove()
    // Pages of people have none of their own.
    const [first, own] = document.head.querySelectorAll('meta[name="description"]')
    if (own) first?.remove()
  }, [])
  return null
}

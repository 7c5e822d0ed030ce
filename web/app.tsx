import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { openLogin } from './features/people/accounts/auth-dialog-state.ts'
import { becomeGuest } from './features/people/accounts/use-me.ts'
import { tellArrival } from './features/commerce/partner/tell-arrival.ts'
import { hasCode } from './kit/calls/call-error.ts'
import { onCallError } from './kit/calls/call-errors.ts'
import { makeQueryClient } from './kit/calls/query-client.ts'
import { listen } from './kit/live/connection.ts'
import { cssVariables, theme } from './kit/ui/theme.ts'
import { Pages, signalListeners } from './pages/pages.tsx'

/** @returns how to take it away, as closing the tab does */
export function openApp(root: Element): () => void {
  const cache = makeQueryClient(openLogin)
  const unheard = onCallError((error) => {
    // Anyone who has just gone out is not asked to come in by what their page was still asking for.
    if (hasCode(error, 'UNAUTHORIZED') && becomeGuest(cache)) openLogin()
  })
  listen(signalListeners(cache))
  tellArrival()
  const rendered = createRoot(root)
  rendered.render(
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <QueryClientProvider client={cache}>
          <BrowserRouter>
            <Pages />
          </BrowserRouter>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
  return () => {
    unheard()
    rendered.unmount()
    cache.clear()
  }
}

import './kit/ui/mantine-styles.ts'
import './kit/ui/fonts.css'
import './kit/ui/base.css'
// Before the sheets of the features, which may say otherwise about the same element.
import './kit/ui/typography.module.css'
import './kit/ui/components/stack.module.css'
import './kit/ui/components/card.module.css'
import './kit/ui/components/choice.module.css'
import './kit/ui/components/icon-button.module.css'
import './kit/ui/components/page-frame.module.css'
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

const cache = makeQueryClient(openLogin)

onCallError((error) => {
  // Anyone who has just gone out is not asked to come in by what their page was still asking for.
  if (hasCode(error, 'UNAUTHORIZED') && becomeGuest(cache)) openLogin()
})

listen(signalListeners(cache))

tellArrival()

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
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

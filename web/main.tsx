import './kit/ui/mantine-styles.ts'
import './kit/ui/fonts.css'
import './kit/ui/base.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { openLogin } from './features/accounts/auth-dialog-state.ts'
import { takeSessionEnded } from './features/accounts/session-ended.ts'
import { becomeGuest } from './features/accounts/use-me.ts'
import { takeExport } from './features/exports/export-cache.ts'
import { takeAuthorChange, takeMessageChange } from './features/feed/cards-cache.ts'
import { readEdited } from './features/feed/read-edited.ts'
import { takeFeedUpdate } from './features/feed/updates-cache.ts'
import { takeLearned } from './features/filters/learned-cache.ts'
import { takeFiltersChanged } from './features/filters/saved-filters.ts'
import { readGroupsAnew, takeAddition } from './features/groups/groups-cache.ts'
import { tellArrival } from './features/partner/tell-arrival.ts'
import { takeProject } from './features/projects/projects-cache.ts'
import { takeCodeFlag } from './features/verification/code-told.ts'
import { makeQueryClient } from './kit/calls/query-client.ts'
import { listen } from './kit/live/connection.ts'
import { cssVariables, theme } from './kit/ui/theme.ts'
import { Pages } from './pages/pages.tsx'

const cache = makeQueryClient((deed) => {
  // Whoever has just gone out is not asked to come in by what his page was still asking for.
  const cameAsSomebody = becomeGuest(cache)
  if (cameAsSomebody || deed) openLogin()
})

listen({
  'feed.updates': (update) => takeFeedUpdate(cache, update),
  'feed.message': (change) => {
    takeMessageChange(cache, change)
    if (change.edited) void readEdited(cache, change.messageId)
  },
  'feed.author': (change) => takeAuthorChange(cache, change),
  'feed.learned': (learned) => takeLearned(cache, learned),
  'filters.changed': () => takeFiltersChanged(cache),
  'feed.export': (file) => takeExport(cache, file),
  'monitored-project': (project) => takeProject(cache, project),
  'monitored-group': (addition) => takeAddition(cache, addition),
  'groups.changed': () => readGroupsAnew(cache),
  'approve-email': ({ flag }) => void takeCodeFlag(cache, 'email', flag),
  'approve-phone-by-sms': ({ flag }) => void takeCodeFlag(cache, 'phone', flag),
  'session.ended': () => void takeSessionEnded(cache),
})

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

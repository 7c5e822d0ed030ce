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
import { openApp, type Drawn } from './app.tsx'
import { awaitFirstAnswers } from './kit/calls/first-answers.ts'
import { fetchPage } from './kit/ui/page-files.ts'
import type { Expected } from './pages/shell.tsx'

void open()

/** What came with the document stands until all of the page can be drawn in its place at once, or is taken over as it is. */
async function open(): Promise<void> {
  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no #root')
  const given = document.getElementById('drawn')?.textContent
  const drawn = given ? (JSON.parse(given) as Drawn) : null
  // Not awaited by the module itself: the page imports from the same file, and would wait for it.
  await Promise.all([fetchPage(window.location.pathname), drawn ?? awaitFirstAnswers()])
  openApp(root, (document.documentElement.dataset.visitor as Expected | undefined) ?? null, drawn)
}

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
import { openApp } from './app.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
openApp(root)

/** `npm run docs` rewrites what is generated in docs; with --check it only says whether that is needed. */
import { writeFileSync } from 'node:fs'
import { settingsFile, readSettingsPage } from './config-table.ts'
import { runTool, ToolError } from './tool-error.ts'

await runTool(async () => {
  const { now, wanted } = readSettingsPage()
  if (now === wanted) return
  if (process.argv.includes('--check'))
    throw new ToolError('The table of settings in docs/settings.md is stale: npm run docs')
  writeFileSync(settingsFile, wanted)
  console.log('The table of settings in docs/settings.md is rewritten.')
})

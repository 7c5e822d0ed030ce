/** `npm run docs` rewrites what is generated in the README; with --check it only says whether that is needed. */
import { writeFileSync } from 'node:fs'
import { readmeFile, readReadme } from './config-table.ts'
import { runTool, Trouble } from './trouble.ts'

await runTool(async () => {
  const { now, wanted } = readReadme()
  if (now === wanted) return
  if (process.argv.includes('--check')) throw new Trouble('The table of settings in README.md is stale: npm run docs')
  writeFileSync(readmeFile, wanted)
  console.log('The table of settings in README.md is rewritten.')
})

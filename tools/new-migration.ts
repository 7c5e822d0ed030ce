import { readdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { projectRoot } from './project-root.ts'
import { runTool, ToolError } from './tool-error.ts'

const template = `-- Forward only: expand before contract, and never edit this file after it has landed.
-- Every new table says who writes to it: comment on table t is 'owner: feature';
`

await runTool(async () => {
  const name = process.argv.slice(2).join('-').toLowerCase()
  if (!/^[a-z][a-z0-9-]*$/.test(name))
    throw new ToolError('Name the migration in Latin letters: npm run new-migration -- add-notices')
  const folder = join(projectRoot, 'db', 'migrations')
  const last = readdirSync(folder).sort().at(-1) ?? ''
  // Migrations run in the order of their names, and a new one must run last, also on a day that has one already.
  const day = new Date()
  const fileName = () => `${day.toISOString().slice(0, 10)}-${name}.sql`
  while (fileName() <= last) day.setUTCDate(day.getUTCDate() + 1)
  const file = join(folder, fileName())
  writeFileSync(file, template)
  console.log(`${relative(projectRoot, file)} made. When it is written: npm run db:dump`)
})

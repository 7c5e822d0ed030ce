/** The table of docs/settings.md, made from what server/config says of each. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { configFields } from '../server/config/config.ts'
import { projectRoot } from './project-root.ts'

export const settingsFile = join(projectRoot, 'docs', 'settings.md')
const markers = /(<!-- config:begin -->\n)[\s\S]*?(<!-- config:end -->)/

/** The page as it is, and as it must be. */
export function readSettingsPage(): { now: string; wanted: string } {
  const now = readFileSync(settingsFile, 'utf8')
  if (!markers.test(now))
    throw new Error('docs/settings.md has lost its lines <!-- config:begin --> and <!-- config:end -->')
  return { now, wanted: now.replace(markers, (_, begin: string, end: string) => `${begin}${configTable()}${end}`) }
}

function configTable(): string {
  const rows = Object.entries(configFields).map(
    ([name, field]) =>
      `| \`${name}\` | ${field.default ? `\`${field.default}\`` : ''} | ${field.doc.replaceAll('|', '\\|')} |`,
  )
  return ['| переменная | по умолчанию | что значит |', '|---|---|---|', ...rows].join('\n') + '\n'
}

/** README's table of settings, made from what server/config.ts says of each. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { configFields } from '../server/config.ts'
import { projectRoot } from './project-root.ts'

export const readmeFile = join(projectRoot, 'README.md')
const markers = /(<!-- config:begin -->\n)[\s\S]*?(<!-- config:end -->)/

/** The README as it is, and as it must be. */
export function readReadme(): { now: string; wanted: string } {
  const now = readFileSync(readmeFile, 'utf8')
  if (!markers.test(now)) throw new Error('README.md has lost its lines <!-- config:begin --> and <!-- config:end -->')
  return { now, wanted: now.replace(markers, (_, begin: string, end: string) => `${begin}${configTable()}${end}`) }
}

function configTable(): string {
  const rows = Object.entries(configFields).map(
    ([name, field]) =>
      `| \`${name}\` | ${field.default ? `\`${field.default}\`` : ''} | ${field.doc.replaceAll('|', '\\|')} |`,
  )
  return ['| переменная | по умолчанию | что значит |', '|---|---|---|', ...rows].join('\n') + '\n'
}

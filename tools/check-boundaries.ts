/** Who may import whom, and which words stand where: ARCHITECTURE.md as one table. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { projectRoot } from './project-root.ts'
import { runTool } from './trouble.ts'

/** Path from the project's root, with `/`, and its text. */
export interface Source {
  path: string
  text: string
}

const language = ['contract/', 'rules/', 'engine/']
const ground = [...language, 'server/kit/', 'server/facts.ts', 'server/config.ts', 'npm:', 'node:']
const doors = 'server/features/*/*.public.ts'
const page = ['contract/', 'rules/', 'web/kit/', 'npm:']

/** The first line that speaks of a file decides. `x/` is all below x, `*` any name, `<one>` the same name in both places. */
const mayImport: [who: string, ...whom: string[]][] = [
  ['contract/', 'contract/', 'npm:typebox'],
  ['rules/', 'contract/', 'rules/'],
  ['engine/', 'engine/', 'npm:'],
  ['db/', 'db/', 'npm:', 'node:'],
  ['server/config.ts', 'contract/', 'rules/', 'server/config-*.ts'],
  ['server/config-*.ts', 'contract/', 'rules/', 'server/config-*.ts'],
  ['server/kit/', ...ground, 'db/'],
  ['server/facts.ts', 'contract/', 'server/kit/'],
  ['server/features/<one>/', ...ground, 'server/features/<one>/', doors],
  ['server/stream/', ...ground, 'server/stream/', doors],
  ['server/gate/', ...ground, 'server/gate/', doors],
  ['server/people/', ...ground, 'db/', 'server/', 'tools/postgres.ts'],
  // Roles put all of it together.
  ['server/', ...ground, 'db/', 'server/'],
  ['web/kit/', ...page],
  ['web/features/<one>/', ...page, 'web/features/<one>/'],
  ['web/', ...page, 'web/'],
]

/** What only these places may write, beside tests. */
const onlyThere: [words: RegExp, within: string[], places: string[], why: string][] = [
  [
    /\bprocess\.env\b/,
    ['server/', 'db/', 'web/', ...language],
    ['server/config.ts'],
    'only server/config.ts reads the environment',
  ],
  [
    /\bDate\.now\(|\bnew Date\(\s*\)|\bDate\(\)/,
    ['server/', ...language],
    ['server/kit/clock.ts'],
    'only server/kit/clock.ts knows the time',
  ],
  [/['"]@capacitor\//, ['web/', 'contract/', 'rules/'], ['web/kit/native/'], 'only web/kit/native knows Capacitor'],
  [
    /['"]socket\.io(-client)?['"]/,
    ['web/', 'server/'],
    ['web/kit/live/', 'server/gate/', 'server/people/'],
    'only the gate and web/kit/live know the socket',
  ],
  [/['"]graphile-worker['"]/, ['server/'], ['server/kit/'], 'only server/kit knows the queue'],
]

/** Tests, and what only tests run, may reach everywhere; so may the workshop around the house. */
const isFree = (path: string) =>
  /\.(test|oracle|samples|child)\.tsx?$/.test(path) || /^(tools|bench|journeys)\/|^[^/]+$/.test(path)

/** Offences as `path:line what is wrong`, none when the house stands. */
export function findOffences(sources: Source[]): string[] {
  return sources
    .filter(({ path }) => !isFree(path))
    .flatMap((source) => [...importOffences(source), ...wordOffences(source)])
}

function importOffences({ path, text }: Source): string[] {
  for (const [who, ...whom] of mayImport) {
    const found = pattern(who).exec(path)
    if (!found) continue
    const allowed = whom.map((target) => pattern(target, found.groups?.one))
    return importsOf(text).flatMap(({ specifier, line }) => {
      const target = resolve(path, specifier)
      return allowed.some((one) => one.test(target)) ? [] : [`${path}:${line} may not import ${target}`]
    })
  }
  return [`${path}:1 stands nowhere in the table of tools/check-boundaries.ts`]
}

function wordOffences({ path, text }: Source): string[] {
  const code = withoutComments(text)
  return onlyThere.flatMap(([words, within, places, why]) => {
    if (!within.some((place) => path.startsWith(place)) || places.some((place) => path.startsWith(place))) return []
    return code.split('\n').flatMap((line, index) => (words.test(line) ? [`${path}:${index + 1} ${why}`] : []))
  })
}

function pattern(written: string, one?: string): RegExp {
  const source = written
    .replace(/[.@]/g, '\\$&')
    .replaceAll('*', '[^/]+')
    .replace('<one>', one === undefined ? '(?<one>[^/]+)' : one)
  return new RegExp(`^${source}${/[/:]$/.test(written) ? '' : '$'}`)
}

function resolve(path: string, specifier: string): string {
  if (specifier.startsWith('.')) return normalize(join(dirname(path), specifier)).replaceAll('\\', '/')
  return specifier.startsWith('node:') ? specifier : `npm:${specifier}`
}

function importsOf(text: string): { specifier: string; line: number }[] {
  const code = withoutComments(text)
  const imports =
    /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"\n]+)['"]|^\s*import\s*['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]/gm
  return [...code.matchAll(imports)].map((found) => ({
    specifier: found[1] ?? found[2] ?? found[3] ?? '',
    line: code.slice(0, found.index + found[0].length).split('\n').length,
  }))
}

/** Comments become blanks, so that lines keep their numbers. */
export function withoutComments(text: string): string {
  const parts = /\/\*[\s\S]*?\*\/|(?<=^|[\s;,{}()[\]])\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g
  return text.replace(parts, (part) => (part.startsWith('/') ? part.replace(/[^\n]/g, ' ') : part))
}

const houses = ['contract', 'rules', 'engine', 'db', 'server', 'web', 'tools', 'bench', 'journeys']

/** Every TypeScript file of the house. */
export function readSources(root = projectRoot): Source[] {
  return houses.flatMap((house) =>
    readdirSync(join(root, house), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => ({
        path: join(house, name).replaceAll('\\', '/'),
        text: readFileSync(join(root, house, name), 'utf8'),
      })),
  )
}

if (process.argv[1] === import.meta.filename) {
  await runTool(async () => {
    const offences = findOffences(readSources())
    for (const offence of offences) console.error(offence)
    return offences.length > 0 ? 1 : 0
  })
}

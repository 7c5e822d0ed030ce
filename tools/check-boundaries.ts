/** Who may import whom, and which words stand where: ARCHITECTURE.md as one table. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { projectRoot } from './project-root.ts'
import { runTool } from './tool-error.ts'

/** Path from the project's root, with `/`, and its text. */
export interface Source {
  path: string
  text: string
}

const language = ['contract/', 'rules/', 'engine/']
const ground = [...language, 'server/kit/', 'server/events.ts', 'server/config/', 'npm:', 'node:']
const archive = 'server/archive/archive.public.ts'
const doors = 'server/features/*/*/*.public.ts'
/** Other doors, for the stream alone: of the feed, and of leads, which go with their messages in the same transaction. */
const streamDoors = ['server/features/reading/feed/feed.stream.ts', 'server/features/reading/leads/leads.stream.ts']
const page = ['contract/', 'rules/', 'web/kit/', 'npm:']
/** What belongs to no area, and so to no feature: the kits know none. */
const common = 'contract/*'

/** The first line that speaks of a file decides. `x/` is all below x, `*` any name, `<name>` the same name in both places. */
const mayImport: [who: string, ...whom: string[]][] = [
  ['contract/', 'contract/', 'npm:typebox'],
  ['rules/', 'contract/', 'rules/'],
  ['engine/', 'engine/', 'npm:az', 'npm:snowball-stemmers'],
  ['db/', 'db/', 'npm:', 'node:'],
  ['server/config/', 'contract/', 'rules/', 'server/config/'],
  ['server/kit/', common, ...ground.filter((whom) => whom !== 'contract/'), 'db/'],
  ['server/events.ts', 'contract/', 'server/kit/'],
  ['server/archive/', ...ground, 'server/archive/'],
  ['server/features/<area>/<feature>/', ...ground, archive, 'server/features/<area>/<feature>/', doors],
  ['server/stream/', ...ground, archive, 'server/stream/', doors, ...streamDoors],
  ['server/gate/', ...ground, 'server/gate/', doors],
  ['server/demo/', ...ground, 'server/demo/', 'server/features/', 'server/stream/'],
  ['server/testing/', ...ground, 'db/', 'server/', 'tools/postgres.ts'],
  // Roles put all of it together.
  ['server/', ...ground, 'db/', 'server/'],
  ['web/kit/', common, ...page.filter((whom) => whom !== 'contract/')],
  ['web/features/<area>/<feature>/', ...page, 'web/features/<area>/<feature>/'],
  ['web/', ...page, 'web/'],
]

/** What only these may import, whatever the table above allows. */
const reserved: [target: RegExp, importers: (target: string) => RegExp, why: string][] = [
  [
    /\.(test|oracle|samples|child|simulator)\.tsx?$|^server\/testing\//,
    () => /\.simulator\.ts$|^server\/testing\//,
    'is for tests alone',
  ],
  [
    /^server\/stream\/receive\/(?!(?:shared|files|made-up)\/)[^/]+\//,
    (target) => new RegExp(`^${dirname(target)}/|^server/stream/receive/networks\\.ts$`),
    'is known to its own network and to receive/networks.ts alone',
  ],
  [
    /^server\/features\/commerce\/payments\/gateways\/(?!gateway\.|gateway-origins\.|open-gateways\.|sum\.|test-gateway\.)/,
    (target) => new RegExp(`^${dirname(target)}/`),
    'is known to the other files of its folder alone',
  ],
  [
    /^web\/pages\/[^/]+-page\.tsx$/,
    () => /^web\/pages\/pages\.tsx$/,
    'is found by pages.tsx, and no part of another page',
  ],
]

/** Where SQL is sent on a bare client (server/kit/sql.ts says when that is right). */
const bareClients = [
  'server/kit/',
  'server/stream/store/',
  'server/stream/search-back/',
  'server/features/reading/feed/items/',
  'server/features/reading/leads/leads.stream.ts',
  'server/archive/changed-texts.ts',
  'server/testing/',
]

/** What only these places may write, beside tests. */
const onlyThere: [words: RegExp, within: string[], places: string[], why: string][] = [
  [
    /\bprocess\.env\b/,
    ['server/', 'db/', 'web/', ...language],
    ['server/config/config.ts'],
    'only server/config/config.ts reads the environment',
  ],
  [
    /\bDate\.now\(|\bnew Date\(\s*\)|\bDate\(\)/,
    ['server/', ...language],
    ['server/kit/clock.ts'],
    'only server/kit/clock.ts knows the time',
  ],
  [/['"]@capacitor\//, ['web/', 'contract/', 'rules/'], ['web/kit/native/'], 'only web/kit/native knows Capacitor'],
  [
    /['"]socket\.io(-client)?['"/]/,
    ['web/', 'server/'],
    ['web/kit/live/', 'server/gate/', 'server/testing/'],
    'only the gate and web/kit/live know the socket',
  ],
  [
    /\bpg_(try_)?advisory/,
    ['server/', 'db/'],
    ['server/kit/locks.ts', 'db/migrate.ts'],
    'only server/kit/locks.ts takes advisory locks, by their names',
  ],
  [
    // Types of it may go from hand to hand; what asks is a client or the pool.
    /\b(client|pool)\s*\.(query|connect)\b|\bnew pg\.|\bwithTransaction\(/,
    ['server/'],
    bareClients,
    'only the places named in server/kit/sql.ts use a bare client: others ask the typed builder, or sql`…`',
  ],
  [/['"]graphile-worker['"/]/, ['server/', 'db/'], ['server/kit/'], 'only server/kit knows the queue'],
]

/** Tests, and what only tests run, may reach everywhere; so may the workshop around the house. */
export const isFree = (path: string) =>
  /\.(test|oracle|samples|child)\.tsx?$/.test(path) || /^(tools|training|bench|screens|journeys)\/|^[^/]+$/.test(path)

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
    const allowed = whom.map((target) => pattern(target, found.groups))
    return importsOf(text).flatMap(({ specifier, line }) => {
      const target = resolveImport(path, specifier)
      if (!allowed.some((one) => one.test(target))) return [`${path}:${line} may not import ${target}`]
      return reserved.flatMap(([what, importers, why]) =>
        what.test(target) && !importers(target).test(path) ? [`${path}:${line} imports ${target}, which ${why}`] : [],
      )
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

function pattern(written: string, names: Record<string, string> = {}): RegExp {
  const source = written
    .replace(/[.@]/g, '\\$&')
    .replaceAll('*', '[^/]+')
    .replace(/<(\w+)>/g, (_, name: string) => names[name] ?? `(?<${name}>[^/]+)`)
  return new RegExp(`^${source}${/[/:]$/.test(written) ? '' : '$'}`)
}

/** What is imported, as the table names it: a path from the root, `npm:name` or `node:name`. */
export function resolveImport(path: string, specifier: string): string {
  if (specifier.startsWith('.')) return normalize(join(dirname(path), specifier)).replaceAll('\\', '/')
  return specifier.startsWith('node:') ? specifier : `npm:${specifier}`
}

export function importsOf(text: string): { specifier: string; line: number }[] {
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

const houses = [
  'contract',
  'rules',
  'engine',
  'db',
  'server',
  'web',
  'tools',
  'training',
  'bench',
  'screens',
  'journeys',
]

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

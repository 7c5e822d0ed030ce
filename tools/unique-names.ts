/** Nothing that is exported has a name that another file exports too: one name, one meaning. */
import type { Source } from './check-boundaries.ts'

const exported =
  /^export (?:declare )?(?:abstract )?(?:type|interface|class|enum|const|let|(?:async )?function\*?) (\w+)/gm

/** What runs only in tests and in the workshop names its own things as it likes. */
const isHeld = ({ path }: Source): boolean =>
  /^(?:contract|rules|engine|server|web)\//.test(path) &&
  !/\.(?:test|oracle|samples|child|simulator)\.tsx?$|^server\/(?:testing|demo)\//.test(path)

/** What a network reads its own shapes with: each has the same parts. */
const network = /^server\/stream\/receive\/([^/]+)\//

/** One name in several places on purpose: parts of networks, signals as the contract says and the server sends them, what is found by the name of its file. */
function isMeant(name: string, paths: string[]): boolean {
  const networks = paths.flatMap((path) => network.exec(path)?.[1] ?? [])
  if (new Set(networks).size === paths.length && !networks.includes('shared')) return true
  if (name.endsWith('Signals')) return paths.length === 2 && paths.some((path) => path.startsWith('contract/'))
  return paths.every((path) => path.endsWith(`.${name}.ts`))
}

/** Offences as `name: path, path`. What one file exports twice, a schema and its type, is one thing. */
export function findSharedNames(sources: readonly Source[]): string[] {
  const paths = new Map<string, Set<string>>()
  for (const { path, text } of sources.filter(isHeld))
    for (const [, name = ''] of text.matchAll(exported)) paths.set(name, (paths.get(name) ?? new Set()).add(path))
  return [...paths].flatMap(([name, among]) => {
    const all = [...among].toSorted()
    return all.length === 1 || isMeant(name, all) ? [] : [`${name}: ${all.join(', ')}`]
  })
}

/** No exported type, class, component or constant has a name that another file exports too: one name, one meaning. */
import type { Source } from './check-boundaries.ts'

const exported =
  /^export (?:declare )?(?:abstract )?(?:type|interface|class|enum|const|let|(?:async )?function\*?) ([A-Z]\w*)/gm

/** What runs only in tests and in the workshop names its own things as it likes. */
const isHeld = ({ path }: Source): boolean =>
  /^(?:contract|rules|engine|server|web)\//.test(path) &&
  !/\.(?:test|oracle|samples|child|simulator)\.tsx?$|^server\/(?:testing|demo)\//.test(path)

/** Offences as `name: path, path`. What one file exports twice, a schema and its type, is one thing. */
export function findSharedNames(sources: readonly Source[]): string[] {
  const paths = new Map<string, Set<string>>()
  for (const { path, text } of sources.filter(isHeld))
    for (const [, name = ''] of text.matchAll(exported)) paths.set(name, (paths.get(name) ?? new Set()).add(path))
  return [...paths].flatMap(([name, among]) => (among.size > 1 ? [`${name}: ${[...among].toSorted().join(', ')}`] : []))
}

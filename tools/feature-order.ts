/** The order of features in server/features.ts is the order in which they may import each other. */
import { importsOf, resolveImport, type Source } from './check-boundaries.ts'

const folder = /^server\/features\/[^/]+\/([^/]+)\//

/** The names of the features, lowest first. */
export function readFeatureOrder(sources: readonly Source[]): string[] {
  const text = sources.find(({ path }) => path === 'server/features.ts')?.text ?? ''
  const list = /export const features = \[([^\]]*)\]/.exec(text)?.[1] ?? ''
  return [...list.matchAll(/(\w+)Feature\b/g)].map(([, name = '']) => name)
}

/** Offences as `path:line what is wrong`: a feature that is not in the list, and an import of one that stands behind. */
export function findLateImports(sources: readonly Source[], order: readonly string[]): string[] {
  return sources.flatMap(({ path, text }) => {
    const own = folder.exec(path)?.[1]
    if (own === undefined || /\.(test|samples)\.ts$/.test(path)) return []
    if (!order.includes(own)) return [`${path}:1 belongs to ${own}, which is not in server/features.ts`]
    return importsOf(text).flatMap(({ specifier, line }) => {
      const other = folder.exec(resolveImport(path, specifier))?.[1]
      if (other === undefined || order.indexOf(other) <= order.indexOf(own)) return []
      return [`${path}:${line} imports ${other}, which stands behind ${own} in server/features.ts`]
    })
  })
}

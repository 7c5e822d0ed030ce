/** The order of areas: server/features.ts lists features area by area, and in no tree does an area import anything of a later one. */
import { importsOf, isFree, resolveImport, type Source } from './check-boundaries.ts'
import { readFeatureOrder } from './feature-order.ts'

const place = /^(?:contract|server\/features|web\/features)\/([^/]+)\//

/** The areas, lowest first. One whose features do not stand together is there twice. */
export function readAreaOrder(sources: readonly Source[]): string[] {
  const areaOf = new Map(
    sources.flatMap(({ path }) => {
      const [, area, feature] = /^server\/features\/([^/]+)\/([^/]+)\//.exec(path) ?? []
      return area === undefined || feature === undefined ? [] : [[feature, area] as const]
    }),
  )
  const row = readFeatureOrder(sources).map((feature) => areaOf.get(feature) ?? feature)
  return row.filter((area, at) => area !== row[at - 1])
}

/** Offences as `path:line what is wrong`: a folder that is no area of these, and an import of an area that stands behind. Types count as anything else does. */
export function findUpwardImports(sources: readonly Source[], order: readonly string[]): string[] {
  return sources.flatMap(({ path, text }) => {
    const own = place.exec(path)?.[1]
    if (own === undefined || isFree(path)) return []
    if (!order.includes(own)) return [`${path}:1 belongs to ${own}, of which server/features.ts has no feature`]
    return importsOf(text).flatMap(({ specifier, line }) => {
      const other = place.exec(resolveImport(path, specifier))?.[1]
      if (other === undefined || order.indexOf(other) <= order.indexOf(own)) return []
      return [`${path}:${line} imports of ${other}, which stands behind ${own}`]
    })
  })
}

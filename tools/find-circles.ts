/** Files that import each other round in a circle, found as strongly connected components (Tarjan). */
import { importsOf, resolveImport, type Source } from './check-boundaries.ts'

/** Each circle as the paths in it, sorted; types count as anything else does. */
export function findCircles(sources: readonly Source[]): string[][] {
  const paths = new Set(sources.map(({ path }) => path))
  const targetsOf = ({ path, text }: Source): string[] =>
    importsOf(text)
      .map(({ specifier }) => resolveImport(path, specifier))
      .filter((target) => paths.has(target))
  return stronglyConnected(new Map(sources.map((source) => [source.path, targetsOf(source)])))
}

function stronglyConnected(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = []
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  function visit(node: string): void {
    order.set(node, order.size)
    lowest.set(node, order.size - 1)
    open.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next)
      else if (!open.includes(next)) continue
      lowest.set(node, Math.min(lowest.get(node) ?? 0, lowest.get(next) ?? 0))
    }
    if (lowest.get(node) !== order.get(node)) return
    const component = open.splice(open.indexOf(node))
    if (component.length > 1) found.push(component.toSorted())
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return found
}

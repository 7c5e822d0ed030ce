/** Every class a component takes of its stylesheet is there, and every class of a stylesheet is taken: TypeScript sees neither. */
import { posix } from 'node:path'
import type { Source } from './check-boundaries.ts'

const imported = /import (\w+) from '([^']+\.module\.css)'/g

/**
 * Offences as `path what is wrong`. A stylesheet of which classes are taken by computed names (`classes[tone]`) may hold any.
 * @param styles by path
 */
export function findStrayClasses(sources: readonly Source[], styles: ReadonlyMap<string, string>): string[] {
  const taken = new Map([...styles.keys()].map((path) => [path, new Set<string>()]))
  const computed = new Set<string>()
  const missing = sources.flatMap(({ path, text }) =>
    [...text.matchAll(imported)].flatMap(([, name = '', file = '']) => {
      const style = posix.join(posix.dirname(path), file)
      const defined = classesOf(styles.get(style) ?? '')
      const used = [...text.matchAll(new RegExp(`(?<![\\w./-])${name}\\.(\\w+)`, 'g'))].map(([, each = '']) => each)
      if (new RegExp(`(?<![\\w./-])${name}\\b(?!\\.|')`).test(text.replace(imported, ''))) computed.add(style)
      for (const each of used) taken.get(style)?.add(each)
      return [...new Set(used)]
        .filter((each) => !defined.has(each))
        .map((each) => `${path} takes .${each}, which ${style} has not`)
    }),
  )
  const unused = [...taken].flatMap(([path, used]) =>
    computed.has(path)
      ? []
      : [...classesOf(styles.get(path) ?? '')]
          .filter((each) => !used.has(each))
          .map((each) => `${path} has .${each}, which no one takes`),
  )
  return [...missing, ...unused]
}

function classesOf(css: string): Set<string> {
  const selectors = css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/:global\([^)]*\)/g, '')
    .replace(/\{[^{}]*\}/g, (block) => (block.includes(':') ? '{}' : block))
  return new Set([...selectors.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = '']) => name))
}

/** Writes belong to a table's owner: the `-- owner:` line above its CREATE TABLE in db/schema.sql. */
import { withoutComments, type Source } from './check-boundaries.ts'

export type Owners = Map<string, string>

/** @throws Error when a table names no owner */
export function readOwners(schema: string): Owners {
  const owners: Owners = new Map()
  const lines = schema.split('\n')
  for (const [index, line] of lines.entries()) {
    const table = /^create (?:unlogged )?table (\w+)/i.exec(line)?.[1]
    if (!table || /partition of/i.test(line)) continue
    const owner = /^-- owner: (\S+)$/.exec(lines[index - 1] ?? '')?.[1]
    if (!owner) throw new Error(`Table ${table} names no owner: comment on table ${table} is 'owner: feature'`)
    owners.set(table, owner)
  }
  return owners
}

/** `feed` owns from server/features/reading/feed, `stream/store` from server/stream/store, `kit/jobs` from server/kit/jobs.ts, `db` from db. */
function isOwner(owner: string, path: string): boolean {
  const places = [`server/${owner}/`, `server/${owner}.ts`, `${owner}/`]
  return places.some((place) => path.startsWith(place)) || new RegExp(`^server/features/[^/]+/${owner}/`).test(path)
}

/** Offences as `path:line what is wrong`. Tests and benchmarks may write anywhere: they lay their own ground. */
export function findForeignWrites(sources: Source[], owners: Owners): string[] {
  return sources
    .filter(({ path }) => !/\.(test|samples)\.tsx?$|^(bench|journeys|tools|training)\//.test(path))
    .flatMap(({ path, text }) => {
      const code = withoutComments(text)
      return writesIn(code).flatMap(({ table, index }) => {
        const owner = owners.get(table)
        if (owner === undefined || isOwner(owner, path)) return []
        return [`${path}:${code.slice(0, index).split('\n').length} writes to ${table}, which belongs to ${owner}`]
      })
    })
}

function writesIn(code: string): { table: string; index: number }[] {
  const name = String.raw`(?:only\s+)?(?:"?public"?\.)?(?:\$\{sql\.table\(')?"?(\w+)"?(?:'\)\})?`
  const writes = [
    /\b(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*['"](\w+)/g,
    new RegExp(String.raw`\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy)\s+${name}`, 'gi'),
    new RegExp(String.raw`\bupdate\s+${name}\s+(?:as\s+)?(?:\w+\s+)?set\b`, 'gi'),
  ]
  return writes.flatMap((write) =>
    [...code.matchAll(write)].map((found) => ({ table: inSql(found[1] ?? ''), index: found.index })),
  )
}

/** The query builder writes `feedItems` where SQL has `feed_items`. */
function inSql(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

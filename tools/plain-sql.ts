/** Finds whole statements in tagged `sql` that the typed builder says as well: the rule is at the top of server/kit/sql.ts. */
import type { Source } from './check-boundaries.ts'

/** Reports in the words of a person's own data, the feed, and the stream are written in SQL. */
const inSql =
  /^server\/(features\/reading\/feed|archive|stream|testing|demo)\/|\/personal-[\w-]+\.ts$|\.(test|samples|oracle|simulator|child)\.ts$/

const value = String.raw`(?:\?|'[^']*'|\d+|true|false|null)`
const condition = String.raw`\w+ (?:=|<>|<|>|<=|>=) ${value}|\w+ is (?:not )?null`
const where = `(?: where (?:${condition})(?: and (?:${condition}))*)?`
const list = String.raw`\w+(?:, \w+)*`
const ending = String.raw`(?: order by \w+(?: desc| asc)?(?:, \w+(?: desc| asc)?)*)?(?: limit (?:\?|\d+))?(?: for (?:no key )?(?:update|share))?(?: returning ${list})?`
const plain = new RegExp(
  `^(?:${[
    String.raw`insert into \w+ \(${list}\) values \(${value}(?:, ${value})*\)(?: on conflict(?: \(${list}\))? do nothing)?`,
    String.raw`update \w+ set \w+ = ${value}(?:, \w+ = ${value})*${where}`,
    String.raw`delete from \w+${where}`,
    String.raw`select (?:${list} )?from \w+${where}`,
  ].join('|')})${ending}$`,
  'i',
)

/** Offences as `path:line …`. */
export function findPlainSql(sources: Source[]): string[] {
  return sources
    .filter(({ path }) => path.startsWith('server/') && !inSql.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\bsql(?:<[^`;=]*>)?`((?:[^`\\]|\\.)*)`\s*\.execute\(/g)].flatMap((found) => {
        const statement = (found[1] ?? '')
          .replace(/\$\{[^}]*\}(?:::\w+(?:\[\])?)?/g, '?')
          .replace(/\s+/g, ' ')
          .trim()
        const line = text.slice(0, found.index).split('\n').length
        return plain.test(statement) ? [`${path}:${line} is for the typed builder: ${statement}`] : []
      }),
    )
}

/** An attack is counted: how much of it was tried, and how much got through. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../kit/sql.ts'

export function beginAttack(theme: string) {
  let tried = 0
  const through: string[] = []
  return {
    /** @param gotThrough it went as the attacker would like */
    tries(what: string, gotThrough: boolean): void {
      tried += 1
      if (gotThrough) through.push(what)
    },
    wasInVain(): void {
      expect(through).toEqual([])
      expect(tried).toBeGreaterThan(0)
    },
    get summary(): string {
      return `attack ${theme}: tried ${tried}, got through ${through.length}`
    },
  }
}

/** Counting calls is no change. */
const passing = ['call_counts']

/** What is stored, a sum for each table: nothing has changed where the sums are equal. */
export async function stateOf(db: Db, only?: string[]): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`.execute(
    db,
  )
  const tables = rows.map(({ name }) => name).filter((name) => only?.includes(name) ?? !passing.includes(name))
  const sums = tables.map(
    (name) =>
      sql`select ${name}::text as name, md5(string_agg(t::text, '|' order by t::text)) as sum from ${sql.table(name)} t`,
  )
  const { rows: all } = await sql<{
    name: string
    sum: string
  }>`${sql.join(sums, sql` union all `)} order by name`.execute(db)
  return Object.fromEntries(all.map(({ name, sum }) => [name, sum]))
}

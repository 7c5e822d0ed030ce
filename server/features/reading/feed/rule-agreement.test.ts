/** What rules/ say as a function and as SQL is the same: asked of the same made-up rows. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SPAM_COUNT } from '../../../../contract/reading/feed.ts'
import { isMarkedByMany, isMarkedByManySql, isSpam, isSpamSql } from '../../../../rules/filters/spam.ts'
import { mayReadVerdict, mayReadVerdictSql } from '../../../../rules/filters/verdict.ts'
import type { Database } from '../../../kit/sql.ts'
import { openBareDatabase } from '../../../testing/bare-database.ts'

let database: Database
beforeAll(async () => {
  database = await openBareDatabase()
})
afterAll(() => database.close())

interface Row {
  verdict: string | null
  spamCount: number
  isUnwanted: boolean
}

const rows = fc.array(
  fc.record<Row>({
    verdict: fc.constantFrom(null, 'approved', 'rejected', 'removed'),
    spamCount: fc.oneof(fc.integer({ min: SPAM_COUNT - 2, max: SPAM_COUNT + 2 }), fc.nat(1_000)),
    isUnwanted: fc.boolean(),
  }),
  { minLength: 1, maxLength: 200 },
)

/** What SQL says of each row `i`, in their order. */
async function ask(made: Row[], condition: string): Promise<(boolean | null)[]> {
  const { rows: said } = await sql<{ is: boolean | null }>`
    select ${sql.raw(condition)} as is
    from unnest(${made.map(({ verdict }) => verdict)}::text[], ${made.map(({ spamCount }) => spamCount)}::integer[],
      ${made.map(({ isUnwanted }) => isUnwanted)}::boolean[]) with ordinality as i (verdict, spam_count, is_unwanted, place)
    order by place`.execute(database.db)
  return said.map(({ is }) => is)
}

const runs = { numRuns: 50, seed: 2026 }

it.each<[string, string, (row: Row) => boolean]>([
  ['spam to whoever did not mark it', isSpamSql('i'), (row) => isSpam({ ...row, spamMarked: false })],
  ['marked by many', isMarkedByManySql('i.spam_count'), ({ spamCount }) => isMarkedByMany(spamCount)],
  ['readable', mayReadVerdictSql('i', false), ({ verdict }) => mayReadVerdict(verdict, false)],
  ['readable for a moderator', mayReadVerdictSql('i', true), ({ verdict }) => mayReadVerdict(verdict, true)],
])('%s: the function and the SQL agree', async (_, condition, is) => {
  const met = new Set<boolean>()
  await fc.assert(
    fc.asyncProperty(rows, async (made) => {
      const wanted = made.map(is)
      for (const each of wanted) met.add(each)
      expect(await ask(made, condition)).toEqual(wanted)
    }),
    runs,
  )
  expect(met.size).toBe(2)
})

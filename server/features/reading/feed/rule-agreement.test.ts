/** What rules/ say as a function and as SQL is the same: asked of the same made-up rows. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { productTypes } from '../../../../contract/access/subscriptions.ts'
import { SPAM_COUNT } from '../../../../contract/reading/feed.ts'
import {
  isMarkedByMany,
  isMarkedByManySql,
  isSpam,
  isSpamSql,
  isUnwantedIn,
  isUnwantedInSql,
} from '../../../../rules/filters/spam.ts'
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
  isPlainlyUnwanted: boolean
  productType: string
}

const rows = fc.array(
  fc.record<Row>({
    verdict: fc.constantFrom(null, 'approved', 'rejected', 'removed'),
    spamCount: fc.oneof(fc.integer({ min: SPAM_COUNT - 2, max: SPAM_COUNT + 2 }), fc.nat(1_000)),
    isUnwanted: fc.boolean(),
    isPlainlyUnwanted: fc.boolean(),
    productType: fc.constantFrom(...productTypes),
  }),
  { minLength: 1, maxLength: 200 },
)

/** What SQL says of each row `i`, in their order. */
async function ask(made: Row[], condition: string): Promise<(boolean | null)[]> {
  const { rows: answers } = await sql<{ is: boolean | null }>`
    select ${sql.raw(condition)} as is
    from unnest(${made.map(({ verdict }) => verdict)}::text[], ${made.map(({ spamCount }) => spamCount)}::integer[],
      ${made.map(({ isUnwanted }) => isUnwanted)}::boolean[],
      ${made.map(({ isPlainlyUnwanted }) => isPlainlyUnwanted)}::boolean[],
      ${made.map(({ productType }) => productType)}::text[])
      with ordinality as i (verdict, spam_count, is_unwanted, plainly, product_type, place)
    order by place`.execute(database.db)
  return answers.map(({ is }) => is)
}

const runs = { numRuns: 50, seed: 2026 }

it.each<[string, string, (row: Row) => boolean]>([
  ['spam to whoever did not mark it', isSpamSql('i'), (row) => isSpam({ ...row, spamMarked: false })],
  ['marked by many', isMarkedByManySql('i.spam_count'), ({ spamCount }) => isMarkedByMany(spamCount)],
  [
    'unwanted in its product',
    isUnwantedInSql('i.product_type', { isUnwanted: 'i.is_unwanted', isPlainlyUnwanted: 'i.plainly' }),
    (row) => isUnwantedIn(row.productType, row),
  ],
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

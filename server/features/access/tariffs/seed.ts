/** Brings the price list into the database, and leaves alone what an admin has changed. */
import { createHash } from 'node:crypto'
import { toKopecks } from '../../../../rules/money.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { Db } from '../../../kit/sql.ts'
import { seededTariffs, type SeededTariff } from './tariffs.seed.ts'

/** @returns how many were written */
export async function seedTariffs(
  db: Db,
  clock: Clock,
  tariffs: readonly SeededTariff[] = seededTariffs,
): Promise<number> {
  const rows = await db.selectFrom('tariffs').select(['slug', 'seedHash']).where('slug', 'is not', null).execute()
  const present = new Map(rows.map((row) => [row.slug, row.seedHash]))
  let written = 0
  for (const [position, tariff] of tariffs.entries()) {
    const seedHash = createHash('sha256')
      .update(JSON.stringify([position, tariff]))
      .digest('hex')
    const before = present.get(tariff.slug)
    if (before === null || before === seedHash) continue
    const { archived = false, ...fields } = tariff
    const row = {
      ...fields,
      rate: toKopecks(tariff.rate),
      fee: toKopecks(tariff.fee),
      position,
      seedHash,
      archivedAt: archived ? clock.now() : null,
    }
    await db
      .insertInto('tariffs')
      .values(row)
      .onConflict((conflict) => conflict.column('slug').doUpdateSet(row))
      .execute()
    written += 1
  }
  return written
}

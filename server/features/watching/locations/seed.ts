/** Brings our gazetteer into the database, and leaves alone what an import has changed. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Place } from '../../../../engine/places/place.ts'
import { loadGazetteer } from '../../../kit/engine-data.ts'
import type { Db } from '../../../kit/sql.ts'

/** @returns how many were written */
export async function seedLocations(db: Db, places: readonly Place[] = loadGazetteer()): Promise<number> {
  const rows = await db.selectFrom('locations').select(['id', 'seedHash']).execute()
  const present = new Map(rows.map((row) => [row.id, row.seedHash]))
  const changed = places
    .map((place) => ({ ...place, seedHash: hashOf(place) }))
    .filter(({ id, seedHash }) => {
      const before = present.get(id)
      return before === undefined || (before !== null && before !== seedHash)
    })
  if (changed.length === 0) return 0
  await db
    .insertInto('locations')
    .values(changed)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({
          type: sql`excluded.type`,
          name: sql`excluded.name`,
          parentId: sql`excluded.parent_id`,
          forms: sql`excluded.forms`,
          doubtfulForms: sql`excluded.doubtful_forms`,
          population: sql`excluded.population`,
          seedHash: sql`excluded.seed_hash`,
        })
        // Another process may have imported meanwhile.
        .where('locations.seedHash', 'is not', null),
    )
    .execute()
  return changed.length
}

const hashOf = (place: Place): string => createHash('sha256').update(JSON.stringify(place)).digest('hex')

/** What other parts may ask of places. */
import type { LocationType } from '../../../../contract/watching/locations.ts'
import { createPlaceFinder, type FoundPlace } from '../../../../engine/places/find-place.ts'
import type { Place } from '../../../../engine/places/place.ts'
import { loadElsewhere, loadSignWords } from '../../../kit/engine-data.ts'
import type { DbOrTx } from '../../../kit/sql.ts'

/** All places, as the engine knows them. */
export async function listPlaces(db: DbOrTx): Promise<Place[]> {
  const rows = await db
    .selectFrom('locations')
    .select(['id', 'type', 'name', 'parentId', 'forms', 'doubtfulForms', 'population'])
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, type: row.type as LocationType }))
}

/** As much of a message as says where it is from. */
interface Signs {
  text: string
  group: { name: string; city: string | null } | null
  author: { city: string | null } | null
}

/** Says where messages are from, by the places as they are now. */
export async function openPlaceFinder(db: DbOrTx): Promise<(message: Signs) => FoundPlace | null> {
  const finder = createPlaceFinder(await listPlaces(db), loadElsewhere(), loadSignWords())
  return ({ text, group, author }) =>
    finder.find({ text, groupName: group?.name, groupCity: group?.city, authorCity: author?.city })
}

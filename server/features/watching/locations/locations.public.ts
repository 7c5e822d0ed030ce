/** What other parts may ask of places. */
import type { Location, LocationType } from '../../../../contract/watching/locations.ts'
import { createPlaceFinder, type FoundPlace } from '../../../../engine/places/find-place.ts'
import type { Place } from '../../../../engine/places/place.ts'
import { loadElsewhere, loadSignWords } from '../../../kit/engine-data.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { AppError } from '../../../kit/app-error.ts'

/** A place, and the federal subject it lies in or is; null for a country. */
export interface AccessedLocation extends Location {
  regionId: number | null
}

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

/** Those of the ids that exist. */
export async function findLocations(db: DbOrTx, ids: readonly number[]): Promise<Map<number, Location>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('locations')
    .select(['id', 'type', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map((row) => [row.id, { ...row, type: row.type as LocationType }]))
}

/** @throws AppError LOCATION_NOT_FOUND */
export async function accessLocation(db: DbOrTx, id: number): Promise<AccessedLocation> {
  const row = await db
    .selectFrom('locations as l')
    .leftJoin('locations as p', 'p.id', 'l.parentId')
    .select(['l.id', 'l.type', 'l.name', 'p.id as parentId', 'p.type as parentType'])
    .where('l.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError('LOCATION_NOT_FOUND')
  const { parentId, parentType, ...location } = row
  return {
    ...location,
    type: row.type as LocationType,
    regionId: row.type === 'country' ? null : row.type === 'town' && parentType === 'region' ? parentId : row.id,
  }
}

/** Search among the places that filters ask for. */
import { sql, type SqlBool } from 'kysely'
import type { InputOf, ResultOf } from '../../../../contract/call.ts'
import type { LocationType, locations } from '../../../../contract/watching/locations.ts'
import { fold } from '../../../../engine/language/fold.ts'
import type { Handlers } from '../../../kit/context.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { readKeyboardSlip } from './keyboard-slip.ts'
import { defineFeature } from '../../../kit/feature.ts'
import { escapeLike } from '../../../kit/like.ts'

type Search = InputOf<typeof locations.searchLocations>
type Found = ResultOf<typeof locations.searchLocations>['locations']

const USUAL_LIMIT = 20

const handlers: Handlers<'locations'> = {
  async searchLocations({ db }, { query, ...search }) {
    const words = fold((query ?? '').trim().replace(/\s+/g, ' '))
    const found = await searchLocations(db, words, search)
    if (found.length > 0) return { locations: found }
    const meant = readKeyboardSlip((query ?? '').trim())
    return { locations: meant === null ? [] : await searchLocations(db, fold(meant), search) }
  },
}

/** @param words folded; empty for the best known places */
async function searchLocations(
  db: DbOrTx,
  words: string,
  { type, ids, limit = USUAL_LIMIT }: Omit<Search, 'query'>,
): Promise<Found> {
  const name = sql`replace(lower(l.name), 'ё', 'е')`
  const like = escapeLike(words)
  // A name that begins so, one that some other word of begins so, what texts call it, and what only holds the letters.
  const rank = sql<number>`case
    when ${words} = '' or ${name} like ${`${like}%`} then 0
    when ${name} like ${`% ${like}%`} or ${name} like ${`%-${like}%`} then 1
    when exists (select from unnest(l.forms || l.doubtful_forms) form where form like ${`${like}%`}) then 2
    when ${name} like ${`%${like}%`} then 3
  end`
  let rows = db
    .selectFrom('locations as l')
    .leftJoin('locations as p', 'p.id', 'l.parentId')
    .select(['l.id', 'l.type', 'l.name', 'p.id as parentId', 'p.type as parentType', 'p.name as parentName'])
    .where(sql<SqlBool>`${rank} is not null`)
    .orderBy(rank)
    // A region is as well known as its towns together.
    .orderBy(
      sql`coalesce(l.population, (select sum(t.population) from locations t where t.parent_id = l.id), 0)`,
      'desc',
    )
    .orderBy('l.id')
    .limit(ids ? ids.length : limit)
  if (ids) rows = ids.length === 0 ? rows.where(sql<SqlBool>`false`) : rows.where('l.id', 'in', ids.map(Number))
  // A town that is a federal subject itself is found as either.
  if (type === 'region') rows = rows.where('p.type', '=', 'country')
  else if (type) rows = rows.where('l.type', '=', type)
  return (await rows.execute()).map(({ parentId, parentType, parentName, ...row }) => ({
    ...row,
    type: row.type as LocationType,
    parent:
      parentId === null || parentName === null
        ? null
        : { id: parentId, type: parentType as LocationType, name: parentName },
  }))
}

export const locationsFeature = defineFeature({
  name: 'locations',
  handlers,
})

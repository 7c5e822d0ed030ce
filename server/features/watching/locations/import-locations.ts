/** Lays a list of places over those that are there: known ones are filled up, others added. Twice is as good as once. */
import { fold } from '../../../../engine/language/fold.ts'
import { formsOf, isLikeAdjective, plainName } from '../../../../engine/places/decline.ts'
import { isLikeSurname } from '../../../../engine/places/endings.ts'
import { regionForms, RUSSIA } from '../../../../engine/places/read-gazetteer.ts'
import { sortForms } from '../../../../engine/places/sort-forms.ts'
import type { Db } from '../../../kit/sql.ts'
import type { LocationEntry, LocationMistake } from './read-location-list.ts'

export interface ImportedLocations {
  added: number
  updated: number
  same: number
  mistakes: LocationMistake[]
}

/** Numbers of imported places begin here; below are those of our own gazetteer. */
const FIRST_IMPORTED_ID = 1_000_001
const AT_ONCE = 200

interface Row {
  id: number
  type: string
  name: string
  parentId: number | null
  forms: string[]
  doubtfulForms: string[]
  population: number | null
  fiasId: string | null
}

export async function importLocations(
  db: Db,
  entries: readonly LocationEntry[],
  onProgress: (done: number) => void = () => {},
): Promise<ImportedLocations> {
  return db.transaction().execute(async (tx) => {
    const rows: Row[] = await tx
      .selectFrom('locations')
      .select(['id', 'type', 'name', 'parentId', 'forms', 'doubtfulForms', 'population', 'fiasId'])
      // One import after another: each gives numbers.
      .orderBy('id')
      .forUpdate()
      .execute()
    const known = createKnown(rows)
    const result: ImportedLocations = { added: 0, updated: 0, same: 0, mistakes: [] }
    const written: Row[] = []
    const take = (entry: LocationEntry): void => {
      const placed = entry.region === null ? known.placeRegion(entry) : known.placeTown(entry)
      if (typeof placed === 'string') result.mistakes.push({ line: entry.line, reason: placed })
      else {
        result[placed.change] += 1
        if (placed.change !== 'same') written.push(placed.row)
      }
    }
    // Regions first, for their towns; and of two towns of one name in a region the larger one is the one we know.
    for (const entry of entries) if (entry.region === null) take(entry)
    const largestFirst = entries.toSorted((one, other) => (other.population ?? 0) - (one.population ?? 0))
    for (const entry of largestFirst) if (entry.region !== null) take(entry)

    const last = [...new Map(written.map((row) => [row.id, row])).values()]
    for (let from = 0; from < last.length; from += AT_ONCE) {
      const part = last.slice(from, from + AT_ONCE).map((row) => ({ ...row, seedHash: null }))
      await tx
        .insertInto('locations')
        .values(part)
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet((excluded) => ({
            forms: excluded.ref('excluded.forms'),
            doubtfulForms: excluded.ref('excluded.doubtfulForms'),
            population: excluded.ref('excluded.population'),
            fiasId: excluded.ref('excluded.fiasId'),
            seedHash: null,
          })),
        )
        .execute()
      onProgress(Math.min(last.length, from + AT_ONCE) / last.length)
    }
    result.mistakes.sort((one, other) => one.line - other.line)
    return result
  })
}

type Placed = { change: 'added' | 'updated' | 'same'; row: Row } | string

function createKnown(rows: readonly Row[]) {
  let nextId = rows.reduce((last, { id }) => Math.max(last, id + 1), FIRST_IMPORTED_ID)
  const regions = new Map(rows.filter(({ parentId }) => parentId === RUSSIA).map((row) => [regionKey(row.name), row]))
  const byFias = new Map(rows.flatMap((row) => (row.fiasId === null ? [] : [[row.fiasId, row] as const])))
  const byName = Map.groupBy(
    rows.filter(({ type }) => type === 'town'),
    (row) => townKey(row.name, row.parentId),
  )

  const add = (
    type: string,
    name: string,
    parentId: number,
    forms: string[],
    ambiguous: boolean,
    entry: LocationEntry,
  ): Row => ({
    id: nextId++,
    type,
    name,
    parentId,
    ...sortForms(name, forms, ambiguous),
    population: entry.population,
    fiasId: entry.fiasId,
  })

  return {
    placeRegion(entry: LocationEntry): Placed {
      const row = regions.get(regionKey(entry.name))
      // People of a region are those of its towns; lists count them in their own way.
      if (row) return { change: 'same', row }
      const name = regionName(entry)
      const added = add('region', name, RUSSIA, [...regionForms(name), name, entry.name], false, entry)
      regions.set(regionKey(name), added)
      return { change: 'added', row: added }
    },
    placeTown(entry: LocationEntry): Placed {
      const region = regions.get(regionKey(entry.region ?? ''))
      if (!region) return `регион «${entry.region}» не найден`
      const itself = region.type === 'town' && fold(region.name) === fold(entry.name)
      const parentId = itself ? RUSSIA : region.id
      const named = byName.get(townKey(entry.name, parentId)) ?? []
      const before =
        (entry.fiasId === null ? undefined : byFias.get(entry.fiasId)) ??
        named.find(({ fiasId }) => fiasId === null || entry.fiasId === null)
      if (before && before.type !== 'town') return `код ФИАС «${entry.fiasId}» уже у региона «${before.name}»`
      const forms = [...formsOf(entry.name), ...entry.forms]
      const row = before ? fillUp(before, entry) : add('town', entry.name, parentId, forms, mayMeanElse(entry), entry)
      const change = !before ? 'added' : isSame(before, row) ? 'same' : 'updated'
      if (row.fiasId !== null) byFias.set(row.fiasId, row)
      byName.set(townKey(entry.name, parentId), [...named.filter(({ id }) => id !== row.id), row])
      return { change, row }
    },
  }
}

/** Our own forms stay; those of the list are added to them, as ambiguous as ours are. */
function fillUp(before: Row, entry: LocationEntry): Row {
  const has = new Set([...before.forms, ...before.doubtfulForms])
  const more = sortForms(before.name, entry.forms, entry.ambiguous || before.doubtfulForms.includes(fold(before.name)))
  return {
    ...before,
    forms: [...before.forms, ...more.forms.filter((form) => !has.has(form))],
    doubtfulForms: [...before.doubtfulForms, ...more.doubtfulForms.filter((form) => !has.has(form))],
    population: entry.population ?? before.population,
    fiasId: entry.fiasId ?? before.fiasId,
  }
}

const isSame = (one: Row, other: Row): boolean =>
  one.population === other.population &&
  one.fiasId === other.fiasId &&
  one.forms.length === other.forms.length &&
  one.doubtfulForms.length === other.doubtfulForms.length

/** A short name, a surname or an adjective of a town that few know is mostly something else. */
function mayMeanElse({ name, ambiguous }: LocationEntry): boolean {
  return ambiguous || name.length < 5 || isLikeSurname(fold(name)) || isLikeAdjective(name)
}

const townKey = (name: string, parentId: number | null): string => `${parentId} ${fold(plainName(name))}`

/** «Тверская», «Тверская обл.», «Тверская область» and «Саха /Якутия/», «Республика Саха (Якутия)» are one region each. */
function regionKey(name: string): string {
  return fold(name)
    .replace(/[^а-я ]/g, ' ')
    .replace(
      /(?<![а-я])(?:республика|респ|область|обл|край|автономный|автономная|округ|ао|аобл|город|г)(?![а-я])/g,
      ' ',
    )
    .replace(/\s+/g, ' ')
    .trim()
}

const KINDS: [RegExp, (name: string) => string][] = [
  [/^респ/i, (name) => `Республика ${name}`],
  [/^обл/i, (name) => `${name} область`],
  [/^край/i, (name) => `${name} край`],
  [/^(?:аобл|автономная)/i, (name) => `${name} автономная область`],
  [/^(?:ао|автономный)/i, (name) => `${name} автономный округ`],
]

function regionName({ name, regionType }: LocationEntry): string {
  const kind = KINDS.find(([pattern]) => pattern.test(regionType ?? ''))
  return kind && !/област|край|округ|республ/i.test(name) ? kind[1](name) : name
}

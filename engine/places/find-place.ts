/** Where a message is from, by what it says, the group it stands in and its author; nothing when that is not clear. */
import { tokenise } from '../language/tokenise.ts'
import { createPlaceNames, type PlaceMeaning } from './place-names.ts'
import type { Place } from './place.ts'
import { readField, readMentions } from './read-mentions.ts'
import type { SignWords } from './signs.ts'
import { regionIdOf, SURE_ENOUGH, weighPlaces, type Weighed } from './weigh-places.ts'

export interface PlaceSigns {
  text: string
  groupName?: string | null | undefined
  /** As the network tells it: «Тверь», «г. Тверь», «Россия, Тверь». */
  groupCity?: string | null | undefined
  authorCity?: string | null | undefined
}

export interface FoundPlace {
  locationId: number
  /** The federal subject the place lies in, or is. */
  regionId: number
  source: 'text' | 'group' | 'author'
  /** 0 to 1; what is less sure than 0.5 is not reported at all. */
  confidence: number
}

export interface PlaceFinder {
  find(signs: PlaceSigns): FoundPlace | null
}

const GROUP_CITY = 0.9
const AUTHOR_CITY = 0.55
/** A place the text hardly names and the group or the author confirms. */
const CONFIRMED = 0.8
/** A mention as weak as this still may be confirmed. */
const HINT = 0.15
const LEAST_CONFIDENCE = 0.5
/** Groups are few and messages many: what was read of a group's name is kept for a number of them. */
const NAMES_KEPT = 20_000

/**
 * @param elsewhere names of places that are none of these, as `readElsewhere` gives them
 * @param signWords as `readSignWords` gives them
 */
export function createPlaceFinder(
  places: readonly Place[],
  elsewhere: readonly string[],
  signWords: SignWords,
): PlaceFinder {
  const names = createPlaceNames(
    places.filter(({ type }) => type !== 'country'),
    elsewhere,
  )
  const byId = new Map(places.map((place) => [place.id, place]))
  const none: ReadonlySet<number> = new Set()
  const fields = new Map<string, Weighed | null>()
  const groups = new Map<string, Weighed | null>()

  function kept(known: Map<string, Weighed | null>, key: string, read: () => Weighed | null): Weighed | null {
    const before = known.get(key)
    if (before !== undefined) return before
    if (known.size >= NAMES_KEPT) known.clear()
    const found = read()
    known.set(key, found)
    return found
  }

  /** Of a field, where whatever stands is a place. */
  function placeOfField(field: string | null | undefined, weight: number): Weighed | null {
    if (!field) return null
    const found = kept(fields, field, () => {
      const meanings: PlaceMeaning[] = readField(field, names).map(({ place }) => ({ place, ambiguous: false }))
      const mentions = meanings.length === 0 ? [] : byPlace(meanings)
      return weighPlaces(mentions, none, byId).best
    })
    return found && { place: found.place, weight }
  }

  /** «Подслушано Орёл» is about the town; «Советский спорт» and «Владимир» may be about anything. */
  function placeOfGroup(name: string | null | undefined): Weighed | null {
    if (!name) return null
    return kept(groups, name, () => {
      const words = tokenise(name)
      const townly = words.some(({ form }) => signWords.isGroupWord(form))
      const mentions = readMentions(name, names, signWords).map((mention) => {
        const thing = mention.weight <= 0.1 && words.some(({ form }) => signWords.isThing(form)) && !townly
        return {
          ...mention,
          weight: thing ? 0.2 : Math.max(mention.weight, townly ? 0.9 : 0.75),
          ambiguousWeight: townly ? Math.max(mention.ambiguousWeight, 0.75) : mention.ambiguousWeight,
        }
      })
      return mentions.length === 0 ? null : weighPlaces(mentions, none, byId).best
    })
  }

  return {
    find({ text, groupName, groupCity, authorCity }) {
      const city = placeOfField(groupCity, GROUP_CITY)
      const group = city ?? placeOfGroup(groupName)
      const author = placeOfField(authorCity, AUTHOR_CITY)
      const mentions = readMentions(text, names, signWords)
      if (mentions.length === 0) return foundPlaceOf(fallBack(group, author, false))

      const hints = new Set([group, author].flatMap((sign) => (sign ? [regionIdOf(sign.place) ?? -1] : [])))
      const { best, possible, torn } = weighPlaces(mentions, hints, byId)
      if (best && best.weight >= SURE_ENOUGH)
        return foundPlaceOf({ ...best, weight: agreed(best, group, author), source: 'text' })
      if (!torn) {
        for (const sign of [group, author]) {
          const named = sign && possible.find(({ place, weight }) => weight >= HINT && place.id === sign.place.id)
          if (named)
            return foundPlaceOf({ place: sign.place, weight: Math.max(CONFIRMED, sign.weight), source: 'text' })
        }
      }
      return foundPlaceOf(fallBack(group, author, torn))
    },
  }
}

/** A field's parts name one place at different scales: «Тверская область, Тверь». */
function byPlace(meanings: PlaceMeaning[]) {
  const towns = meanings.filter(({ place }) => place?.type !== 'region')
  const regions = meanings.filter(({ place }) => place?.type === 'region')
  return [towns, ...regions.map((region) => [region])]
    .filter((each) => each.length > 0)
    .map((each) => ({ meanings: each, weight: 0.9, ambiguousWeight: 0.9, bare: false }))
}

type Sourced = Weighed & { source: FoundPlace['source'] }

/** The group speaks for the text that says nothing; the author only when nothing speaks against them. */
function fallBack(group: Weighed | null, author: Weighed | null, torn: boolean): Sourced | null {
  if (group) {
    const weight = author ? agreed(group, author, null) : group.weight
    return { place: group.place, weight: torn ? weight * 0.8 : weight, source: 'group' }
  }
  return author && !torn ? { ...author, source: 'author' } : null
}

/** A sign that agrees takes away part of the uncertainty that is left; one that does not adds some. */
function agreed(found: Weighed, ...signs: (Weighed | null)[]): number {
  let { weight } = found
  const region = regionIdOf(found.place)
  for (const sign of signs) {
    if (!sign) continue
    const agrees = regionIdOf(sign.place) === region
    weight = agrees ? 1 - (1 - weight) * (1 - 0.6 * sign.weight) : weight * (1 - 0.15 * sign.weight)
  }
  return weight
}

function foundPlaceOf(found: Sourced | null): FoundPlace | null {
  const regionId = found && regionIdOf(found.place)
  if (!found || regionId === null || found.weight < LEAST_CONFIDENCE) return null
  return {
    locationId: found.place.id,
    regionId,
    source: found.source,
    confidence: Math.round(found.weight * 100) / 100,
  }
}

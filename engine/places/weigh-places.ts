/** Mentions of a text become places with weights, and one place of the text, or none. */
import type { PlaceMeaning } from './place-names.ts'
import type { Place } from './place.ts'
import { RUSSIA } from './read-gazetteer.ts'
import type { PlaceMention } from './read-mentions.ts'

export interface Weighed {
  place: Place
  /** 0 to 1 */
  weight: number
}

export interface TextPlaces {
  /** The place the text is from, when it says so. */
  best: Weighed | null
  /** All it may mean, as sure as the text alone makes them: to be agreed with by the group or the author. */
  possible: readonly Weighed[]
  /** It names several places, or one abroad: anyone who wrote it may be anywhere. */
  torn: boolean
}

/** Under this a mention alone says nothing. */
export const SURE_ENOUGH = 0.6
/** A place named beside at less than this does not disturb. */
const DISTURBS = 0.35
/** The larger of two towns of one name is meant when it is so many times larger. */
const MUCH_LARGER = 5
/** People of a town whose name is known as a name everywhere. */
const WIDELY_KNOWN = 30_000
/** The region around a federal city counts as the city when both are named: «Москва и Подмосковье». */
const AROUND_CITY = new Map([
  [50, 77],
  [47, 78],
])
/** The whole of a text's weight that one place must have when there are others. */
const LIONS_SHARE = 0.7

/** The federal subject a place lies in or is. A federal city stands in the country, as regions do. */
export function regionIdOf({ type, id, parentId }: Place): number | null {
  if (type === 'country') return null
  return type === 'region' || parentId === RUSSIA ? id : parentId
}

/** @param hints regions that the group or the author are from: of towns of one name, theirs is meant */
export function weighPlaces(
  mentions: readonly PlaceMention[],
  hints: ReadonlySet<number>,
  byId: ReadonlyMap<number, Place>,
): TextPlaces {
  const regions = new Set(hints)
  for (const { meanings, weight } of mentions) {
    if (weight < 0.4) continue
    for (const { place, ambiguous } of meanings) if (place?.type === 'region' && !ambiguous) regions.add(place.id)
  }
  const weights = new Map<Place | null, { best: number; mass: number; count: number }>()
  const possible: Weighed[] = []
  let unclear = 0
  for (const mention of mentions) {
    for (const meaning of mention.meanings) {
      if (meaning.place) possible.push({ place: meaning.place, weight: weightOf(mention, meaning) })
    }
    const meaning = chooseMeaning(mention, regions, byId)
    if (meaning === undefined) unclear = Math.max(unclear, mention.weight)
    else add(weights, meaning.place, weightOf(mention, meaning))
  }
  joinRegions(weights)
  const ranked = [...weights].sort(([, one], [, other]) => other.best - one.best || other.mass - one.mass)
  return { ...choose(ranked, unclear, byId), possible }
}

type Sum = { best: number; mass: number; count: number }

function weightOf({ weight, ambiguousWeight, bare }: PlaceMention, { place, ambiguous }: PlaceMeaning): number {
  if (ambiguous) return ambiguousWeight
  // Of a town that few know, a word in small letters is mostly something else: «короче» is Короча too.
  return bare && place?.type === 'town' && (place.population ?? 0) < WIDELY_KNOWN ? weight * 0.6 : weight
}

function add(weights: Map<Place | null, Sum>, place: Place | null, weight: number): void {
  const known = weights.get(place)
  if (!known) weights.set(place, { best: weight, mass: weight, count: 1 })
  else weights.set(place, { best: Math.max(known.best, weight), mass: known.mass + weight, count: known.count + 1 })
}

/** Of towns of one name; undefined when it cannot be said. */
function chooseMeaning(
  { meanings }: PlaceMention,
  regions: ReadonlySet<number>,
  byId: ReadonlyMap<number, Place>,
): PlaceMeaning | undefined {
  if (meanings.length === 1) return meanings[0]
  const here = meanings.filter(({ place }) => place && regions.has(regionIdOf(place) ?? -1))
  if (here.length === 1) return here[0]
  const left = here.length > 1 ? here : meanings
  const inRussia = left.filter((meaning): meaning is PlaceMeaning & { place: Place } => meaning.place !== null)
  const [largest, next] = inRussia.toSorted((one, other) => (other.place.population ?? 0) - (one.place.population ?? 0))
  if (largest && next && (largest.place.population ?? 0) >= MUCH_LARGER * (next.place.population ?? 1)) return largest
  const [region, ...others] = new Set(inRussia.map(({ place }) => regionIdOf(place)))
  const same = others.length === 0 && region != null ? byId.get(region) : undefined
  return same && { place: same, ambiguous: inRussia.every(({ ambiguous }) => ambiguous) }
}

/** «Тверь, Тверская область» is one place, the smaller one; each makes the other surer. */
function joinRegions(weights: Map<Place | null, Sum>): void {
  for (const [region, ofRegion] of weights) {
    if (region?.type !== 'region') continue
    const isIn = (place: Place): boolean => place.parentId === region.id || AROUND_CITY.get(region.id) === place.id
    const meant = [...weights].filter(([place, { best }]) => place?.type === 'town' && isIn(place) && best >= 0.1)
    const [only, ...others] = meant
    if (!only || others.length > 0) continue
    const [town, ofTown] = only
    // «жителей Твери и Тверской области»: both count; «шахты Кемеровской области»: no town.
    if (ofTown.best < 0.3) continue
    const best = Math.min(0.98, Math.max(ofTown.best, ofRegion.best) + 0.1)
    weights.set(town, { best, mass: ofTown.mass + ofRegion.mass, count: ofTown.count })
    weights.delete(region)
  }
}

function choose(
  ranked: readonly [Place | null, Sum][],
  unclear: number,
  byId: ReadonlyMap<number, Place>,
): Pick<TextPlaces, 'best' | 'torn'> {
  const [first, second] = ranked
  if (!first || first[1].best < SURE_ENOUGH) return { best: null, torn: unclear >= SURE_ENOUGH }
  const [place, { best, mass, count }] = first
  const others = ranked.slice(1).filter(([, sum]) => sum.best >= DISTURBS)
  if (others.length === 0 && unclear < DISTURBS) {
    if (!place) return { best: null, torn: true }
    return { best: { place, weight: Math.min(0.98, best + 0.03 * (count - 1)) }, torn: false }
  }
  const share = mass / (ranked.reduce((sum, [, each]) => sum + (each.best >= DISTURBS ? each.mass : 0), 0) + unclear)
  if (place && count > 1 && share >= LIONS_SHARE)
    return { best: { place, weight: best * (0.6 + 0.4 * share) }, torn: false }
  // «г. Тверь … доставка из Москвы»: one is said to be the place, the other only named.
  if (place && best >= 0.9 && second && second[1].best <= 0.7 && unclear <= 0.7 && others.length === 1) {
    return { best: { place, weight: best * 0.8 }, torn: false }
  }
  const region = commonRegion([place, ...others.map(([other]) => other)])
  const around = region === null || unclear >= DISTURBS ? undefined : byId.get(region)
  if (around?.type === 'region') return { best: { place: around, weight: Math.min(best, 0.8) * 0.9 }, torn: false }
  return { best: null, torn: true }
}

/** The region all of them lie in. */
function commonRegion(places: readonly (Place | null)[]): number | null {
  const [region, ...others] = new Set(places.map((place) => (place ? regionIdOf(place) : null)))
  return others.length === 0 ? (region ?? null) : null
}

/** All names of all places, found in the words of a text: the longest name that begins at a word. */
import type { Place } from './place.ts'

/** A place that a name may mean; null is somewhere outside Russia. */
export interface PlaceMeaning {
  place: Place | null
  /** The name means something else as often. */
  ambiguous: boolean
}

interface Name {
  /** Its words after the first. */
  rest: readonly string[]
  meanings: PlaceMeaning[]
}

export interface PlaceNames {
  /** Names that begin with the word, the longest first. */
  startingWith(word: string): readonly Name[] | undefined
  /** What exactly this name means. */
  meaningsOf(name: string): readonly PlaceMeaning[]
}

const WORDS = /[^\s-]+/g

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((word, index) => word === others[index])

export function createPlaceNames(places: readonly Place[], elsewhere: readonly string[]): PlaceNames {
  const names = new Map<string, Name[]>()
  const put = (form: string, meaning: PlaceMeaning): void => {
    const words = form.match(WORDS) ?? []
    putWords(words, meaning)
    // «#НижнийНовгород»
    if (words.length > 1) putWords([words.join('')], meaning)
  }
  function putWords([first, ...rest]: readonly string[], meaning: PlaceMeaning): void {
    if (first === undefined) return
    const known = names.get(first) ?? []
    names.set(first, known)
    const same = known.find((name) => isSame(name.rest, rest))
    if (!same) known.push({ rest, meanings: [meaning] })
    else if (!same.meanings.some(({ place }) => place === meaning.place)) same.meanings.push(meaning)
  }
  for (const place of places) {
    for (const form of place.forms) put(form, { place, ambiguous: false })
    for (const form of place.doubtfulForms) put(form, { place, ambiguous: true })
  }
  for (const form of elsewhere) put(form, { place: null, ambiguous: false })
  for (const known of names.values()) known.sort((one, other) => other.rest.length - one.rest.length)

  return {
    startingWith: (word) => names.get(word),
    meaningsOf(name) {
      const [first, ...rest] = name.match(WORDS) ?? []
      const known = first === undefined ? undefined : names.get(first)
      return known?.find((each) => isSame(each.rest, rest))?.meanings ?? []
    },
  }
}

/** How much a stem tells of a text: `engine/data/duplicates/word-weights.txt`, written by `npm run train:copies`. */
import { checkDistinct, readData, readSections, type DataFile } from '../data/read-data.ts'
import { isSkeleton, skeletonOf } from './letters.ts'

/** Below `engine/data/`. */
export const wordWeightFiles = ['duplicates/word-weights.txt']

/** Weights are 0 to so much. */
export const MOST_WEIGHT = 15
/** Of a stem that is not listed: it is rare. */
export const UNKNOWN_WEIGHT = 15

/** Those that are listed. */
export const listedWeights: readonly number[] = Array.from({ length: MOST_WEIGHT + 1 }, (_, weight) => weight).filter(
  (weight) => weight !== UNKNOWN_WEIGHT,
)

/**
 * A stem -> its weight.
 * @param files `wordWeightFiles`
 * @throws DataError
 */
export function readWordWeights(files: readonly DataFile[]): ReadonlyMap<string, number> {
  return readData(files, (sections, report) => {
    const lists = readSections(sections, listedWeights.map(String), report, 'weight')
    checkDistinct(Object.values(lists).flat(), report)
    const weights = new Map<string, number>()
    for (const weight of listedWeights) {
      for (const { at, text } of lists[weight] ?? []) {
        if (isSkeleton(text)) weights.set(text, weight)
        else if (isSkeleton(skeletonOf(text))) report(at, `write "${skeletonOf(text)}", not "${text}"`)
        else report(at, `not a stem: ${text}`)
      }
    }
    return weights
  })
}

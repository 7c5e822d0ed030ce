/** What tests of the lists share, and the lists of the engine as they are shipped, for its other tests. */
import { readFileSync } from 'node:fs'
import { censorFiles, readObsceneRoots } from '../censor/roots.ts'
import { frameFiles, readFrames } from '../duplicates/frames.ts'
import { numeralFiles, readNumerals } from '../duplicates/numerals.ts'
import { oppositeFiles, readOpposites } from '../duplicates/opposites.ts'
import { readSameWords, sameWordFiles } from '../duplicates/same-words.ts'
import { readWordWeights, wordWeightFiles } from '../duplicates/word-weights.ts'
import { Dawg } from '../language/dawg.ts'
import { readWordLists, wordListFiles } from '../language/word-lists.ts'
import { elsewhereFiles, readElsewhere } from '../places/elsewhere.ts'
import { gazetteerFiles, readGazetteer } from '../places/read-gazetteer.ts'
import { readSignWords, signWordFiles } from '../places/signs.ts'
import { readWordKinds, wordKindFiles } from '../relevance/word-kinds.ts'
import { DataError, type DataFile } from './read-data.ts'

/** None when nothing is wrong. */
export function problemsOf(read: () => unknown): readonly string[] {
  try {
    read()
    return []
  } catch (error) {
    if (error instanceof DataError) return error.problems
    throw error
  }
}

const readFiles = (names: readonly string[]): DataFile[] =>
  names.map((name) => ({ name, text: readFileSync(new URL(name, import.meta.url), 'utf8') }))

export const shippedObsceneRoots = () => readObsceneRoots(readFiles(censorFiles))
export const shippedWordPrintLists = () => ({
  weights: readWordWeights(readFiles(wordWeightFiles)),
  opposites: readOpposites(readFiles(oppositeFiles)),
  numerals: readNumerals(readFiles(numeralFiles)),
  frames: readFrames(readFiles(frameFiles)),
  sameWords: readSameWords(readFiles(sameWordFiles)),
  words: new Dawg(new Uint8Array(readFileSync(`${import.meta.dirname}/../../node_modules/az/dicts/words.dawg`)).buffer),
})
export const shippedWordLists = () => readWordLists(readFiles(wordListFiles))
export const shippedGazetteer = () => readGazetteer(readFiles(gazetteerFiles))
export const shippedElsewhere = () => readElsewhere(readFiles(elsewhereFiles))
export const shippedSignWords = () => readSignWords(readFiles(signWordFiles))
export const shippedWordKinds = () => readWordKinds(readFiles(wordKindFiles))

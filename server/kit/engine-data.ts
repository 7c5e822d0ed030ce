/** The engine's lists (engine/data/), each read once in a process. All throw a `DataError` that names every mistake in them. */
import { createCensor } from '../../engine/censor/censor.ts'
import { censorFiles, readObsceneRoots } from '../../engine/censor/roots.ts'
import { frameFiles, readFrames } from '../../engine/duplicates/frames.ts'
import { numeralFiles, readNumerals } from '../../engine/duplicates/numerals.ts'
import { oppositeFiles, readOpposites } from '../../engine/duplicates/opposites.ts'
import { readSameWords, sameWordFiles } from '../../engine/duplicates/same-words.ts'
import { createWordPrinter } from '../../engine/duplicates/word-print.ts'
import { readWordWeights, wordWeightFiles } from '../../engine/duplicates/word-weights.ts'
import { readWordLists, wordListFiles } from '../../engine/language/word-lists.ts'
import { elsewhereFiles, readElsewhere } from '../../engine/places/elsewhere.ts'
import { gazetteerFiles, readGazetteer } from '../../engine/places/read-gazetteer.ts'
import { readSignWords, signWordFiles } from '../../engine/places/signs.ts'
import { readWordKinds, wordKindFiles } from '../../engine/relevance/word-kinds.ts'
import { once, readDataFiles, readKnownWords } from './data-files.ts'

const readFiles = (names: readonly string[]) => readDataFiles(new URL('../../engine/data/', import.meta.url), names)

/** Says whether a text holds an obscene word. */
export const loadCensor = once(() => createCensor(readObsceneRoots(readFiles(censorFiles))))
/** Makes word prints, by which copies of short texts are known. */
export const loadWordPrinter = once(() =>
  createWordPrinter({
    weights: readWordWeights(readFiles(wordWeightFiles)),
    opposites: readOpposites(readFiles(oppositeFiles)),
    numerals: readNumerals(readFiles(numeralFiles)),
    frames: readFrames(readFiles(frameFiles)),
    sameWords: readSameWords(readFiles(sameWordFiles)),
    words: readKnownWords(),
  }),
)
/** What we know of words beside the dictionary. */
export const loadWordLists = once(() => readWordLists(readFiles(wordListFiles)))
/** Russia, its regions and towns. */
export const loadGazetteer = once(() => readGazetteer(readFiles(gazetteerFiles)))
/** Names of places outside Russia. */
export const loadElsewhere = once(() => readElsewhere(readFiles(elsewhereFiles)))
/** Words around a name that say whether it is a place. */
export const loadSignWords = once(() => readSignWords(readFiles(signWordFiles)))
export const loadWordKinds = once(() => readWordKinds(readFiles(wordKindFiles)))

/** The engine's lists (engine/data/), each read once in a process. All throw a `DataError` that names every mistake in them. */
import { createCensor } from '../../engine/censor/censor.ts'
import { censorFiles, readObsceneRoots } from '../../engine/censor/roots.ts'
import { readWordLists, wordListFiles } from '../../engine/language/word-lists.ts'
import { elsewhereFiles, readElsewhere } from '../../engine/places/elsewhere.ts'
import { gazetteerFiles, readGazetteer } from '../../engine/places/read-gazetteer.ts'
import { readWordKinds, wordKindFiles } from '../../engine/relevance/word-kinds.ts'
import { once, readDataFiles } from './data-files.ts'

const readFiles = (names: readonly string[]) => readDataFiles(new URL('../../engine/data/', import.meta.url), names)

/** Says whether a text holds an obscene word. */
export const loadCensor = once(() => createCensor(readObsceneRoots(readFiles(censorFiles))))
/** What we know of words beside the dictionary. */
export const loadWordLists = once(() => readWordLists(readFiles(wordListFiles)))
/** Russia, its regions and towns. */
export const loadGazetteer = once(() => readGazetteer(readFiles(gazetteerFiles)))
/** Names of places outside Russia. */
export const loadElsewhere = once(() => readElsewhere(readFiles(elsewhereFiles)))
export const loadWordKinds = once(() => readWordKinds(readFiles(wordKindFiles)))

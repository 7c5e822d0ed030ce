/** What stands around a text and is no part of it: a greeting, where to write, whose text it is: `engine/data/duplicates/frames.txt`. */
import { joinIndented, readData, readSections, type DataFile } from '../data/read-data.ts'
import { isUpper } from '../language/characters.ts'
import type { Letters } from './letters.ts'
import { PhraseMeanings, readPhraseLine } from './phrase-meanings.ts'

/** Below `engine/data/`. */
export const frameFiles = ['duplicates/frames.txt']

const sectionNames = ['around', 'signature', 'address', 'titles', 'names'] as const
type FrameRole = (typeof sectionNames)[number]
export type Frames = PhraseMeanings<FrameRole>

/**
 * @param files `frameFiles`
 * @throws DataError
 */
export function readFrames(files: readonly DataFile[]): Frames {
  return readData(files, (sections, report) => {
    const lists = readSections(sections, sectionNames, report)
    const frames = new PhraseMeanings<FrameRole>()
    const seen = new Map<string, string>()
    for (const role of sectionNames)
      for (const line of joinIndented(lists[role]))
        for (const words of readPhraseLine(line, seen, report).phrases) frames.add(words, role)
    return frames
  })
}

/** As many digits has a phone. */
const FEWEST_PHONE_DIGITS = 10
/** «Николай Петрович» */
const PATRONYMIC = /^\p{L}{2,}(?:вич|вна|чна|ьич)(?:у|е|ем|ой|ы)?(?!\p{L})/iu
const LONGEST_NAME = 24
/** What stands before a sentence, and how far to look for it. */
const SENTENCE_END = /[.!?…\n)\p{S}\p{Cs}]\s*$/u
const BEFORE_SENTENCE = 4
/** A signature has no more words. */
const LONGEST_SIGNATURE = 16
const [NONE, FRAME, OPENS_SIGNATURE] = [0, 1, 2]
const role = new Uint8Array(4096)

/** Whether a number is a phone, by its size as `Letters` has it. */
export const isPhone = (size: number): boolean => -size >= FEWEST_PHONE_DIGITS

/**
 * Leaves out of what `letters` has read the words of frames, whom a text is addressed to at its beginning, and the names in its signature.
 * @param isLight whether a word tells next to nothing, by its hash
 */
export function leaveOutFrames(
  letters: Letters,
  text: string,
  frames: Frames,
  isLight: (hash: number) => boolean,
): void {
  const { words, sizes, lengths, starts, wordCount } = letters
  role.fill(NONE, 0, wordCount)
  let begun = false
  let left = 0
  for (let i = 0; i < wordCount; i++) {
    const found = frames.find(words, i, wordCount)
    const isFrame = found !== null && (found.meaning === 'around' || found.meaning === 'signature')
    if (isFrame || (found?.meaning === 'address' && !begun)) {
      role.fill(found.meaning === 'signature' ? OPENS_SIGNATURE : FRAME, i, i + found.length)
      left += found.length
      i += found.length - 1
    } else begun = true
  }
  left += markNames(letters, text, frames, isLight)
  if (left === 0) return
  let count = 0
  for (let i = 0; i < wordCount; i++) {
    if (role[i] !== NONE) continue
    words[count] = words[i]!
    sizes[count] = sizes[i]!
    lengths[count] = lengths[i]!
    starts[count++] = starts[i]!
  }
  letters.wordCount = count
}

/** How many names and titles of theirs stand in the signature: behind what opens it, before a phone, or as a last sentence. */
function markNames(
  { words, sizes, starts, wordCount }: Letters,
  text: string,
  frames: Frames,
  isLight: (hash: number) => boolean,
): number {
  const isName = (i: number): boolean =>
    isUpper(text, starts[i]!) &&
    (frames.find(words, i, i + 1)?.meaning === 'names' ||
      PATRONYMIC.test(text.slice(starts[i]!, starts[i]! + LONGEST_NAME)))
  const isTitle = (i: number): boolean => frames.find(words, i, i + 1)?.meaning === 'titles'
  /** Behind it the signature begins. */
  let opened = wordCount
  /** From there to the end stand names, their titles, phones and frames. */
  let closing = wordCount
  for (let i = wordCount - 1; i >= 0 && i >= wordCount - LONGEST_SIGNATURE; i--) {
    const isPart = role[i] !== NONE || isPhone(sizes[i]!) || isName(i)
    if (closing === i + 1 && (isPart || (isTitle(i) && closing < wordCount))) closing = i
    if (role[i] === OPENS_SIGNATURE || isPhone(sizes[i]!)) opened = i
    else if (role[i] === NONE && !isName(i) && !isTitle(i) && (sizes[i]! < 0 || !isLight(words[i]!))) break
  }
  if (closing > 0 && closing < opened && isSignedFrom(closing)) opened = closing - 1
  let names = 0
  for (let i = opened + 1; i < wordCount; i++)
    if (role[i] === NONE && sizes[i]! > 0 && (isName(i) || (i >= closing && isTitle(i)))) {
      role[i] = FRAME
      names++
    }
  return names

  /** A title before a name, or the beginning of a sentence: «Ваша Юля», «… из шерсти. Анна». */
  function isSignedFrom(first: number): boolean {
    return isTitle(first) || SENTENCE_END.test(text.slice(Math.max(0, starts[first]! - BEFORE_SENTENCE), starts[first]))
  }
}

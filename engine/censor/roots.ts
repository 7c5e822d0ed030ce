/** The roots of Russian obscene words as patterns of words: `engine/data/censor/roots.txt` says how they are written. */
import { checkDistinct, readData, readSections, type DataFile, type DataLine, type Report } from '../data/read-data.ts'

/** Below `engine/data/`. */
export const censorFiles = ['censor/roots.txt']

/** All of one word each, in lower case. */
export interface ObsceneRoots {
  /** Most Cyrillic words fit none of these, and need no closer look. */
  hint: RegExp
  cyrillic: RegExp
  /** With `*` for one or more letters. */
  starred: RegExp
  latin: RegExp
}

const sectionNames = ['prefixes', 'hints', 'ordinary', 'beginnings', 'middles', 'latin', 'starred'] as const

/**
 * @param files `censorFiles`
 * @throws DataError
 */
export function readObsceneRoots(files: readonly DataFile[]): ObsceneRoots {
  return readData(files, (sections, report) => {
    const lists = readSections(sections, sectionNames, report)
    for (const name of sectionNames) checkDistinct(lists[name], report)
    const sound = (lines: readonly DataLine[], loosen = loosened): string[] =>
      lines.filter((line) => isPattern(line, loosen, report)).map(({ text }) => text)
    const around = {
      prefixes: sound(lists.prefixes, asWritten),
      ordinary: sound(lists.ordinary, asWritten),
    }
    const hints = sound(lists.hints, asWritten)
    return {
      hint: new RegExp(hints.join('|')),
      cyrillic: joined(sound([...lists.beginnings, ...lists.middles]), loosened, around),
      starred: joined(sound(lists.starred), loosened, around),
      latin: joined(sound(lists.latin, asWritten), asWritten, around),
    }
  })
}

/** A letter as often as it is typed; `е` with its dots or without. */
function loosened(pattern: string): string {
  return pattern
    .replace(
      /(\[[^\]]*\]|[а-я])([?*+]?)/g,
      (_, letter: string, times: string) =>
        letter.replace('е', letter.startsWith('[') ? 'её' : '[её]') + (times === '' ? '+' : '*'),
    )
    .replaceAll('\\*', '\\*+')
}

const asWritten = (pattern: string): string => pattern

/** Whether it is a regular expression, without the sign it begins with. */
function isPattern({ at, text }: DataLine, loosen: (pattern: string) => string, report: Report): boolean {
  try {
    new RegExp(loosen(withoutPlace(text)))
    return true
  } catch {
    report(at, `not a regular expression: ${text}`)
    return false
  }
}

const withoutPlace = (pattern: string): string => pattern.replace(/^[\^~]/, '')

interface Around {
  prefixes: readonly string[]
  ordinary: readonly string[]
}

function joined(
  patterns: readonly string[],
  loosen: (pattern: string) => string,
  { prefixes, ordinary }: Around,
): RegExp {
  const placed = (sign: string): string[] =>
    patterns.filter((pattern) => pattern.startsWith(sign)).map((pattern) => loosen(withoutPlace(pattern)))
  const begun = placed('^')
  const prefixed = placed('~')
  if (prefixed.length > 0) begun.push(`(?:${prefixes.join('|')}){0,3}(?:${prefixed.join('|')})`)
  const anywhere = patterns.filter((pattern) => !/^[\^~]/.test(pattern)).map(loosen)
  return new RegExp([`^(?!${ordinary.join('|')})(?:${begun.join('|')})`, ...anywhere].join('|'))
}

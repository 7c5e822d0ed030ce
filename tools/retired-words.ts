/** Words that are out of use here, with what stands for each now. In comments, and as whole names in code. */
import type { Source } from './check-boundaries.ts'

const inComments: [word: RegExp, instead: string][] = [
  [/\bwhoever\b/i, 'anyone who'],
  [/\bnobody\b/i, 'no one, or what is absent'],
  [/\bsomebody\b/i, 'someone, or who it is'],
  [/\banew\b/, 'again'],
  [/\b(?:he|him|his|himself)\b/i, 'they, them, their'],
]

const inCode: [name: RegExp, instead: string][] = [
  [/\bAnswerer\b/, 'Handler'],
  [/\bRefusal\b/, 'AppError'],
  [/\bTownsman\b/, 'TestUser'],
  [/\bopenTown\b/, 'openTestWorld'],
  [/\bNetworkTrouble\b/, 'NetworkError'],
  [/\bTargetBook\b/, 'Schedule'],
  [/\bConfluence\b/, 'FanIn'],
  [/\bnotifyOfEach\b/, 'publishEach'],
  [/\bsayMessagesChanged\b/, 'publishMessagesChanged'],
  [/\bshowDeed\b/, 'showActionToast'],
]

const comment = /^[ \t]*\/\*\*?[\s\S]*?\*\/|^[ \t]*\/\/[^\n]*/gm

/** Offences as `path:line what is wrong`. */
export function findRetiredWords(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text }) => [
    ...[...text.matchAll(comment)].flatMap(({ 0: found, index }) =>
      inComments.flatMap(([word, instead]) => {
        const at = word.exec(found)
        return at ? [`${path}:${lineOf(text, index + at.index)} «${at[0]}» is retired: ${instead}`] : []
      }),
    ),
    ...inCode.flatMap(([name, instead]) => {
      const at = name.exec(text)
      return at ? [`${path}:${lineOf(text, at.index)} «${at[0]}» is retired: ${instead}`] : []
    }),
  ])
}

const lineOf = (text: string, index: number): number => text.slice(0, index).split('\n').length

/** Words that are out of use here, with what stands for each now. In comments, and as whole names in code. */
import { wireNames } from '../contract/wire-names.ts'
import { withoutComments, type Source } from './check-boundaries.ts'

const inComments: [word: RegExp, instead: string][] = [
  [/\bwhoever\b/i, 'anyone who'],
  [/\bnobody\b/i, 'no one, or what is absent'],
  [/\bsomebody\b/i, 'someone, or who it is'],
  [/\banew\b/, 'again'],
  [/\b(?:he|him|his|himself)\b/i, 'they, them, their'],
]

/** Columns of the database, and a job that waits in it by its name. */
const stored = 'trouble|troubleAt|trouble_at|troubled|tell-of-group-troubles'

/** `except`: paths where it is the name of something of before, or of what travels or is stored under it. */
const inCode: [name: RegExp, instead: string, except?: RegExp][] = [
  [/\bAnswerer\b/, 'Handler'],
  [/\bRefusal\b/, 'AppError'],
  [/\bTownsman\b/, 'TestUser'],
  [/\bopenTown\b/, 'openTestWorld'],
  [
    new RegExp(`(?<![\\w-])(?!(?:${stored})(?![\\w-]))[\\w-]*(?:[tT]rouble|TROUBLE)[\\w-]*`),
    'an Error that is thrown, a failure, a mistake in a form',
  ],
  // No columns stand here, but a verdict on a payment that is stored in one.
  [
    /(?<![\w-])trouble(?:At|d)?(?![\w-])/,
    'error, failure or mistake',
    /^(?!contract\/|rules\/|web\/)|^web\/features\/commerce\/payments\/order-journal-dialog\./,
  ],
  [/\bTargetBook\b/, 'Schedule'],
  [/\bConfluence\b/, 'FanIn'],
  [/\bnotifyOfEach\b/, 'publishEach'],
  [/\bsayMessagesChanged\b/, 'publishMessagesChanged'],
  // A column is called doubtful_forms, and lists of places that others keep may have one called so.
  [/doubt(?!ful_?forms|ful', 'ambiguous')\w*/i, 'suspicion, ambiguous, warning or uncertain'],
  [/withh[eo]ld\w*/i, 'suppressed, or inactive of roles', /^db\/migrate\.test\.ts$/],
  // What refused a call is written down as pace-refused; a training has a pace of its own.
  [/(?<![\w'-])[pP]aces?\b(?!-)|[a-z]Pace\b/, 'rate limit, send rate or timing', /^(?:training|bench)\//],
  // In comments too; not the path of a call, and not «indeed».
  [
    /(?<!\w|\/:id\/)(?![iI]ndeed\b)\w*(?:[dD]eed|DEED)\w*/,
    'action, or activity for what was done',
    /^contract\/wire-names\.(?:test\.)?ts$|\/notices\/channels\/browser\.test\.ts$|\/read-push\.test\.ts$/,
  ],
]

/** A name says what the thing is, not that someone told it. Of names alone: in comments and sentences they are ordinary English. */
const manner =
  /(?<![\w-])(?!told(?:At|UpTo|OfPlace|Clusters)\b)(?:(?:fore|re|un)?told|said|says|saying|say|teller|besides|hush|anew|TOLD|SAID|SAY|ANEW|(?:tell|tells|say|says|told|said)[A-Z]\w*)(?![\w-])/
const insteadOfManner = 'answer, result, reported … by what it holds; notify, report, send, print … by what it does'
/** Columns, those in the expression above too, and a field of a stored cursor. */
const mayHaveManner = /^db\/|^server\/stream\/receive\/ok\/ok-reader\.ts$/

/** Names that only travel. What other services call a resource, they call so in their adapters; a deed is found above. */
const travelling = [...new Set(Object.values(wireNames).flatMap((names) => Object.values(names)))]
  .filter((name) => !['resource', 'resources', 'deed', 'deeds'].includes(name))
  .map((name) => new RegExp(`(?<![\\w/])${name}\\b`))
const mayTravel = /^contract\/wire-names\.|\.test\.tsx?$|^db\//

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
    ...inCode.flatMap(([name, instead, except]) => {
      const at = except?.test(path) ? null : name.exec(text)
      return at ? [`${path}:${lineOf(text, at.index)} «${at[0]}» is retired: ${instead}`] : []
    }),
    ...(mayHaveManner.test(path) ? [] : [manner.exec(namesOf(text))]).flatMap((at) =>
      at ? [`${path}:${lineOf(text, at.index)} «${at[0]}» is retired: ${insteadOfManner}`] : [],
    ),
    ...(mayTravel.test(path) ? [] : travelling).flatMap((name) => {
      const at = name.exec(text)
      return at ? [`${path}:${lineOf(text, at.index)} «${at[0]}» only travels: contract/wire-names.ts has ours`] : []
    }),
  ])
}

/** The code of a text as long as the text, with what stands in quotes and templates left out, but for the values in a template. */
const namesOf = (text: string): string =>
  withoutComments(text)
    .replace(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g, blank)
    .replace(/`(?:\\.|\$\{(?:[^{}]|\{[^{}]*\})*\}|[^`\\])*`/g, (part) =>
      part.replace(/\\.|(\$\{(?:[^{}]|\{[^{}]*\})*\})|[^\\]/g, (piece, value?: string) => value ?? blank(piece)),
    )

const blank = (part: string): string => part.replace(/[^\n]/g, ' ')

const lineOf = (text: string, index: number): number => text.slice(0, index).split('\n').length

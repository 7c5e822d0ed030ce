/**
 * In the table a level is a number, the place in `intentLevels` (docs/decisions/scores-and-levels.md says why); everywhere
 * else it is a word. Only this file knows the numbers.
 */
import { sql, type RawBuilder } from 'kysely'
import { intentLevels, type IntentLevel } from '../../../../../contract/reading/filters.ts'

export const intentLevelNumber = (level: IntentLevel): number => intentLevels.indexOf(level)

/** @param i the name of an item in the query around it */
export const intentLevelWord = (i: RawBuilder<unknown>): RawBuilder<IntentLevel> =>
  sql`(${sql.raw(`array[${intentLevels.map((level) => `'${level}'`).join(', ')}]`)})[${i}.intent_level + 1]`

/** From this level on, as rules/filters/fits.ts asks it. */
export const reachesIntentLevel = (i: RawBuilder<unknown>, level: IntentLevel): RawBuilder<boolean> =>
  sql`${i}.intent_level >= ${intentLevelNumber(level)}`

/** Exactly of this level. Written out, so that an index of one level is known to hold it. */
export const isOfIntentLevel = (i: RawBuilder<unknown>, level: IntentLevel): RawBuilder<boolean> =>
  sql`${i}.intent_level = ${sql.lit(intentLevelNumber(level))}`

/** Marks that people gave to messages, as lines of JSON: `{"text": "…", "unwanted": true, "intent": false}`, a head or both. */
import { Type } from 'typebox'
import { readAll, readJsonLines } from './read-json-lines.ts'
import type { Example } from './train-heads.ts'

const Mark = Type.Object({
  text: Type.String({ pattern: '\\S' }),
  unwanted: Type.Optional(Type.Boolean()),
  intent: Type.Optional(Type.Boolean()),
})

/** A mark is a person's word about a real message: worth as much as a sentence written for training. */
const MARK_WEIGHT = 6

/**
 * @param name how the file is called in what is reported
 * @throws DataError that names every line that is no mark
 */
export const parseMarks = (text: string, name = 'marks'): Example[] =>
  readAll((report) =>
    readJsonLines(Mark, { name, text }, report).map(({ value, at }) => {
      if (value.unwanted === undefined && value.intent === undefined) report(at, 'neither "unwanted" nor "intent"')
      return {
        text: value.text,
        weight: MARK_WEIGHT,
        ...(value.unwanted === undefined ? {} : { unwanted: value.unwanted }),
        ...(value.intent === undefined ? {} : { intent: value.intent }),
      }
    }),
  )

/** Short messages written for the judge of topics alone, as they lie in `examples/topic-asks.ndjson`: the relevance model reads none. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type, type Static } from 'typebox'
import { checkDistinct } from '../engine/data/read-data.ts'
import { projectRoot } from '../tools/project-root.ts'
import { exampleFolder } from './example-files.ts'
import { readAll, readJsonLines } from './read-json-lines.ts'

/** `asks`: its writer looks for someone who does it, or asks what it costs. */
const TopicAsk = Type.Object(
  {
    asks: Type.Boolean(),
    text: Type.String({ pattern: '\\S' }),
  },
  { additionalProperties: false },
)

export type TopicAsk = Static<typeof TopicAsk>

export const topicAskPath = `${exampleFolder}/topic-asks.ndjson`

/** @throws DataError that names every line that is wrong */
export function readTopicAsks(text = readFileSync(join(projectRoot, topicAskPath), 'utf8')): TopicAsk[] {
  return readAll((report) => {
    const lines = readJsonLines(TopicAsk, { name: topicAskPath, text }, report)
    checkDistinct(
      lines.map(({ at, value }) => ({ at, text: value.text })),
      report,
    )
    return lines.map(({ value }) => value)
  })
}

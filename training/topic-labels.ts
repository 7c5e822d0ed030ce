/** What one reader said of real messages that are about a lead category, as it lies in `labels/topics.ndjson`: ids alone. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type, type Static } from 'typebox'
import { checkDistinct } from '../engine/data/read-data.ts'
import { projectRoot } from '../tools/project-root.ts'
import { readAll, readJsonLines } from './read-json-lines.ts'

/** `asks`: does its writer look for someone who does it; `slugs`: the categories it is a lead of, none when no category has its trade. */
const TopicLabel = Type.Object(
  {
    id: Type.String({ pattern: '^[\\w-]+-\\d+$' }),
    asks: Type.Enum(['yes', 'no', 'unclear']),
    slugs: Type.Optional(Type.Array(Type.String({ pattern: '^[a-z0-9-]+$' }))),
  },
  { additionalProperties: false },
)

export type TopicLabel = Static<typeof TopicLabel>

export const topicLabelPath = 'training/labels/topics.ndjson'

/**
 * By the id of the message.
 * @throws DataError that names every line that is wrong
 */
export function readTopicLabels(
  text = readFileSync(join(projectRoot, topicLabelPath), 'utf8'),
): ReadonlyMap<string, TopicLabel> {
  return readAll((report) => {
    const lines = readJsonLines(TopicLabel, { name: topicLabelPath, text }, report)
    checkDistinct(
      lines.map(({ at, value }) => ({ at, text: value.id })),
      report,
    )
    for (const { at, value } of lines)
      if ((value.asks === 'yes') !== (value.slugs !== undefined)) report(at, 'slugs stand with "yes", and only there')
    return new Map(lines.map(({ value }) => [value.id, value]))
  })
}

/** What people said of real messages, as it lies in `training/labels`: by their ids alone, the messages are not part of the project. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type, type Static } from 'typebox'
import { checkDistinct } from '../engine/data/read-data.ts'
import { projectRoot } from '../tools/project-root.ts'
import { readAll, readJsonLines } from './read-json-lines.ts'
import { heldOutSources } from './splits.ts'

const Id = Type.String({ pattern: '^[\\w-]+-\\d+$' })
const strict = { additionalProperties: false }

/**
 * What the writer of a message asks for, as one reader saw it. Neither yes nor no: `vacancy`, an announcement of work, and
 * `border`, where two readers would differ (a seller is asked for a price, a wish said to no one).
 */
const Asked = Type.Object(
  { id: Id, asks: Type.Enum(['service', 'thing', 'small', 'advice', 'unwanted', 'nothing', 'vacancy', 'border']) },
  strict,
)
/** `words` are what a customer would enter as keywords and context, written before the messages were read. */
const MentionProject = Type.Object(
  { project: Type.String({ minLength: 1 }), fit: Type.Boolean(), words: Type.Array(Type.String({ minLength: 1 })) },
  strict,
)
/** A message that holds a word of the project and means the watched thing, or something else by the same word. */
const Mention = Type.Object({ project: Type.String({ minLength: 1 }), about: Type.Boolean(), id: Id }, strict)

export type Asks = Static<typeof Asked>['asks']
export type MentionProject = Static<typeof MentionProject>
export type Mention = Static<typeof Mention>

export const labelFolder = 'training/labels'
export const labelFileNames = [
  'asks.ndjson',
  'held-out-asks.ndjson',
  'read-again.ndjson',
  'mention-projects.ndjson',
  'mentions.ndjson',
] as const
export type LabelFileName = (typeof labelFileNames)[number]
const measuredFileNames: readonly LabelFileName[] = ['held-out-asks.ndjson', 'read-again.ndjson']
/** The model does not depend on what is only measured on. */
export const trainedLabelFileNames = labelFileNames.filter((name) => !measuredFileNames.includes(name))

export interface LabelFiles {
  /** By the id of the message. */
  asks: ReadonlyMap<string, Asks>
  /** The same of sources that no training reads (`splits.ts`). */
  heldOutAsks: ReadonlyMap<string, Asks>
  /** What other readers said, who did not know what the first had: of messages that stand in either of the others, and of some that stand in none. */
  asksAgain: ReadonlyMap<string, Asks>
  mentionProjects: MentionProject[]
  mentions: Mention[]
}

/**
 * @param textOf a file
 * @throws DataError that names every line that is wrong
 */
export function readLabelFiles(
  textOf = (name: LabelFileName) => readFileSync(join(projectRoot, labelFolder, name), 'utf8'),
): LabelFiles {
  return readAll((report) => {
    const fileOf = (name: LabelFileName) => ({ name: `${labelFolder}/${name}`, text: textOf(name) })
    const asks = readJsonLines(Asked, fileOf('asks.ndjson'), report)
    const heldOutAsks = readJsonLines(Asked, fileOf('held-out-asks.ndjson'), report)
    const again = readJsonLines(Asked, fileOf('read-again.ndjson'), report)
    const projects = readJsonLines(MentionProject, fileOf('mention-projects.ndjson'), report)
    const mentions = readJsonLines(Mention, fileOf('mentions.ndjson'), report)
    checkDistinct(
      [...asks, ...heldOutAsks].map(({ value, at }) => ({ text: value.id, at })),
      report,
    )
    checkDistinct(
      again.map(({ value, at }) => ({ text: value.id, at })),
      report,
    )
    const isHeldOut = (id: string): boolean => heldOutSources.includes(id.replace(/-\d+$/, ''))
    for (const { value, at } of asks)
      if (isHeldOut(value.id)) report(at, `"${value.id}" is of a source that no training reads: held-out-asks.ndjson`)
    for (const { value, at } of heldOutAsks)
      if (!isHeldOut(value.id)) report(at, `"${value.id}" is of a source that is trained on: asks.ndjson`)
    checkDistinct(
      projects.map(({ value, at }) => ({ text: value.project, at })),
      report,
    )
    checkDistinct(
      mentions.map(({ value, at }) => ({ text: `${value.project} ${value.id}`, at })),
      report,
    )
    const known = new Set(projects.map(({ value }) => value.project))
    for (const { value, at } of mentions)
      if (!known.has(value.project)) report(at, `no project is called "${value.project}"`)
    return {
      asks: new Map(asks.map(({ value }) => [value.id, value.asks])),
      heldOutAsks: new Map(heldOutAsks.map(({ value }) => [value.id, value.asks])),
      asksAgain: new Map(again.map(({ value }) => [value.id, value.asks])),
      mentionProjects: projects.map(({ value }) => value),
      mentions: mentions.map(({ value }) => value),
    }
  })
}

/** The examples written for training, as they lie in `training/examples`; `training/README.md` says what each field means. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type, type Static } from 'typebox'
import { checkDistinct, type Report } from '../engine/data/read-data.ts'
import { projectRoot } from '../tools/project-root.ts'
import { readAll, readJsonLines, type Line } from './read-json-lines.ts'

const Text = Type.String({ pattern: '\\S' })
const strict = { additionalProperties: false }

const Request = Type.Object(
  {
    group: Type.Enum(['plain', 'written', 'bare', 'small', 'work', 'home', 'town', 'short', 'contrast', 'paid']),
    intent: Type.Literal(true),
    unwanted: Type.Optional(Type.Literal(false)),
    text: Text,
  },
  strict,
)
const talkKinds = [
  'advice',
  'complaints',
  'thanks',
  'stories',
  'near-misses',
  'jokes',
  'questions',
  'work',
  'news',
  'chatter',
  'posts',
  'brands',
  'frauds',
  'grey',
] as const
const Talk = Type.Object(
  {
    group: Type.Enum(['plain', 'written', 'bare', 'work', 'home', 'town', 'short', 'contrast', 'near-spam']),
    kind: Type.Optional(Type.Enum([...talkKinds])),
    intent: Type.Literal(false),
    unwanted: Type.Optional(Type.Literal(false)),
    text: Text,
  },
  strict,
)
const unwantedKinds = [
  'sellers',
  'firms',
  'disguised',
  'channels',
  'earning',
  'money',
  'magic',
  'masked',
  'phishing',
  'bait',
  'grey',
  'locals',
] as const
const Unwanted = Type.Object(
  {
    group: Type.Enum(['offers', 'plain', 'written']),
    kind: Type.Optional(Type.Enum([...unwantedKinds])),
    intent: Type.Literal(false),
    unwanted: Type.Literal(true),
    text: Text,
  },
  strict,
)
const Need = Type.Object(
  { asks: Type.Boolean(), slugs: Type.Array(Type.String(), { minItems: 1 }), text: Text },
  strict,
)
const Frame = Type.Object({ kind: Type.Enum(['request', 'talk', 'offer', 'bait', 'earning']), frame: Text }, strict)
const Fill = Type.Object({ list: Type.String({ pattern: '^\\w+$' }), text: Type.String() }, strict)
const Service = Type.Object({ who: Text, whom: Text, ofMany: Text, todo: Text, work: Text }, strict)

export type FrameKind = Static<typeof Frame>['kind']
export type Service = Static<typeof Service>

export interface ExampleFiles {
  requests: Static<typeof Request>[]
  talk: Static<typeof Talk>[]
  unwanted: Static<typeof Unwanted>[]
  /** About lead categories, by their slugs; half of them ask. */
  needs: Static<typeof Need>[]
  frames: Record<FrameKind, string[]>
  /** What may stand for a name in braces, and around a filled frame. */
  fills: ReadonlyMap<string, readonly string[]>
  services: Service[]
}

export const exampleFolder = 'training/examples'
export const exampleFileNames = [
  'requests.ndjson',
  'talk.ndjson',
  'unwanted.ndjson',
  'needs.ndjson',
  'frames.ndjson',
  'fills.ndjson',
  'services.ndjson',
] as const
export type ExampleFileName = (typeof exampleFileNames)[number]

/** What stands around a frame; the other lists are named by frames. */
const surroundings = ['greeting', 'circumstance', 'tail', 'end'] as const

/**
 * @param textOf a file
 * @throws DataError that names every line that is wrong
 */
export function readExampleFiles(
  textOf = (name: ExampleFileName) => readFileSync(join(projectRoot, exampleFolder, name), 'utf8'),
): ExampleFiles {
  return readAll((report) => {
    const fileOf = (name: ExampleFileName) => ({ name: `${exampleFolder}/${name}`, text: textOf(name) })
    const requests = readJsonLines(Request, fileOf('requests.ndjson'), report)
    const talk = readJsonLines(Talk, fileOf('talk.ndjson'), report)
    const unwanted = readJsonLines(Unwanted, fileOf('unwanted.ndjson'), report)
    const needs = readJsonLines(Need, fileOf('needs.ndjson'), report)
    const frames = readJsonLines(Frame, fileOf('frames.ndjson'), report)
    const fills = readJsonLines(Fill, fileOf('fills.ndjson'), report)
    const services = readJsonLines(Service, fileOf('services.ndjson'), report)
    checkDistinct(
      [...requests, ...talk, ...unwanted, ...needs].map(({ value, at }) => ({ text: value.text, at })),
      report,
    )
    const lists = Map.groupBy(fills, ({ value }) => value.list)
    for (const list of surroundings)
      if (!lists.has(list)) report(`${exampleFolder}/fills.ndjson`, `no list is called "${list}"`)
    if (services.length === 0) report(`${exampleFolder}/services.ndjson`, 'no services')
    checkNames(frames, lists, report)
    return {
      requests: valuesOf(requests),
      talk: valuesOf(talk),
      unwanted: valuesOf(unwanted),
      needs: valuesOf(needs),
      frames: framesByKind(valuesOf(frames)),
      fills: new Map([...lists].map(([list, lines]) => [list, lines.map(({ value }) => value.text)])),
      services: valuesOf(services),
    }
  })
}

function framesByKind(frames: readonly Static<typeof Frame>[]): Record<FrameKind, string[]> {
  const of = (wanted: FrameKind): string[] => frames.flatMap(({ kind, frame }) => (kind === wanted ? [frame] : []))
  return { request: of('request'), talk: of('talk'), offer: of('offer'), bait: of('bait'), earning: of('earning') }
}

const valuesOf = <T>(lines: readonly Line<T>[]): T[] => lines.map(({ value }) => value)

/** Names in braces are forms of a service or lists. */
function checkNames(
  frames: readonly Line<Static<typeof Frame>>[],
  lists: ReadonlyMap<string, unknown>,
  report: Report,
): void {
  const forms = Service.properties
  for (const { value, at } of frames) {
    for (const [, name = ''] of value.frame.matchAll(/\{(\w+)\}/g))
      if (!(name in forms) && !lists.has(name)) report(at, `no service has a form and no list is called {${name}}`)
  }
}

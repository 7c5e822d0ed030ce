/**
 * The examples written for training: sentences of their own, and frames filled with services. Filled ones are drawn at
 * random with a fixed seed, so the same examples come out each time.
 */
import type { ExampleFiles } from './example-files.ts'
import { seededRandom } from './random.ts'
import type { Example } from './train-heads.ts'

/** Latin letters that spammers put for Cyrillic ones. */
const MASKS: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  к: 'k',
  и: 'u',
  п: 'n',
}
/** To `unwanted` sentences of their own are few and good: each counts so many times as much as a filled one. */
const UNWANTED_WEIGHT = 6
/** To intent they are many: the more they counted, the worse real messages of places that were not trained on were told apart. */
const INTENT_WEIGHT = 0.75
/** Requests are rare in the data, and missing one costs more than showing an uncertain one. */
const REQUEST_WEIGHT = 2
/** What asks for something, or tells of a brand, must not be hidden as advertising. */
const WANTED_WEIGHT = 3
const isDear = ({ intent, kind }: { intent: boolean; kind?: string }): boolean => intent || kind === 'brands'
/** Of filled frames there are so many that to `unwanted` they would drown what was written of advertising. */
const FRAME_UNWANTED_WEIGHT = 0.3

/** People of the place who offer something of their own: unwanted to who looks for clients, and not plainly so, as who watches a town reads of them. */
const OFFER_CHANCE = 0.45
const isOwnOffer = ({ kind }: { group: string; kind?: string }): boolean => kind === 'sellers' || kind === 'locals'

/** Work that is named, «вскопать огород», is asked for by people as often as by bait: pay alone does not make it unwanted. */
const NAMED_WORK_WEIGHT = 0.3
const namesWork = (frame: string): boolean => /\{(lift|bait)\}/.test(frame)

const request: Omit<Example, 'text'> = {
  intent: true,
  unwanted: false,
  weight: REQUEST_WEIGHT,
  unwantedWeight: FRAME_UNWANTED_WEIGHT * WANTED_WEIGHT,
}
const talk: Omit<Example, 'text'> = { intent: false, unwanted: false, unwantedWeight: FRAME_UNWANTED_WEIGHT }
const unwanted: Omit<Example, 'text'> = { intent: false, unwanted: true }

const none: readonly string[] = ['']

/** The sentences of their own, exactly as they were written. */
export const plainExamples = (files: ExampleFiles): Example[] => [
  ...examplesOfGroups(files),
  ...files.needs.map(exampleOfNeed),
]

const weightOf = (intent: boolean): number => INTENT_WEIGHT * (intent ? REQUEST_WEIGHT : 1)

const exampleOfNeed = ({ asks, text }: ExampleFiles['needs'][number]): Example => ({
  text,
  intent: asks,
  weight: weightOf(asks),
})

const examplesOfGroups = (files: ExampleFiles): Example[] =>
  [...files.requests, ...files.talk, ...files.unwanted].map((example) => {
    const { text, intent, unwanted: isUnwanted } = example
    return {
      text,
      intent,
      ...(isUnwanted === undefined ? {} : { unwanted: isUnwanted }),
      ...(isOwnOffer(example) ? { unwantedChance: OFFER_CHANCE } : {}),
      weight: isUnwanted ? UNWANTED_WEIGHT : weightOf(intent),
      unwantedWeight: UNWANTED_WEIGHT * (isDear(example) ? WANTED_WEIGHT : 1),
    }
  })

export interface WrittenOptions {
  /** How often each frame is filled. */
  size?: number
  seed?: number
  /** Which of the sentences of their own to train on; the others stay unseen in every shape. */
  keep?: (text: string) => boolean
}

export function writtenExamples(
  files: ExampleFiles,
  { size = 20, seed = 11, keep = () => true }: WrittenOptions = {},
): Example[] {
  const { frames } = files
  const random = seededRandom(seed)
  const { fill, write, mask } = createWriter(files, random)
  const list = (name: string): readonly string[] => files.fills.get(name) ?? none
  const ends = list('end')
  const examples: Example[] = []
  const add = (
    texts: readonly string[],
    times: number,
    wanted: Omit<Example, 'text'>,
    make: (text: string) => string,
  ): void => {
    for (const text of texts) for (let n = 0; n < times; n++) examples.push({ text: make(text), ...wanted })
  }
  add(frames.request, size, request, (frame) => write(fill(frame), list('greeting'), list('tail')))
  add(frames.talk, size, talk, (frame) => write(fill(frame), list('greeting'), ends))
  add(frames.offer, size, unwanted, (frame) => write(fill(frame), none, ends))
  const named = { ...unwanted, unwantedWeight: NAMED_WORK_WEIGHT }
  add(frames.bait.filter(namesWork), size * 2, named, (frame) => write(fill(frame), none, ends))
  add(
    frames.bait.filter((frame) => !namesWork(frame)),
    size * 2,
    unwanted,
    (frame) => write(fill(frame), none, ends),
  )
  add(frames.earning, size * 2, unwanted, (frame) => {
    const text = write(fill(frame), none, ends)
    return random() < 0.3 ? mask(text) : text
  })
  examples.push(...plainExamples(files).filter(({ text }) => keep(text)))
  const masked = files.unwanted.flatMap(({ group, kind, text }) =>
    group !== 'offers' && kind !== 'locals' && keep(text) ? [text] : [],
  )
  add(masked, 2, unwanted, mask)
  return examples
}

/** Fills frames, and writes sentences as people do. Every call draws from `random`: the order of calls is part of the result. */
function createWriter({ fills, services }: ExampleFiles, random: () => number) {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  const circumstances = fills.get('circumstance') ?? none

  function fill(frame: string): string {
    const service = pick(services)
    return frame.replace(/\{(\w+)\}/g, (_, name: string) => {
      return name in service ? service[name as keyof typeof service] : pick(fills.get(name) ?? none)
    })
  }

  /** Greetings, ends, carelessness and capitals. */
  function write(sentence: string, before: readonly string[], after: readonly string[]): string {
    const capitalised = sentence.charAt(0).toUpperCase() + sentence.slice(1)
    const around = before === none ? 1 : random()
    const start = around < 0.35 ? `${pick(circumstances)}. ${capitalised}` : sentence
    const core = around > 0.2 && around < 0.55 ? `${start}. ${pick(circumstances)}.` : start
    let text = pick(before) + core + pick(after)
    const manner = random()
    if (manner < 0.25) text = text.toLowerCase()
    else if (manner < 0.85) text = text.charAt(0).toUpperCase() + text.slice(1)
    if (random() < 0.15) text = text.replace(/[,.!?—:]/g, '')
    if (random() < 0.08) text = mistype(text)
    return text
  }

  function mistype(text: string): string {
    const at = 1 + Math.floor(random() * (text.length - 2))
    return random() < 0.5
      ? text.slice(0, at) + text.slice(at + 1)
      : text.slice(0, at) + text.charAt(at) + text.slice(at)
  }

  const mask = (text: string): string =>
    text.replace(/[аеорсухкип]/g, (letter) => (random() < 0.7 ? MASKS[letter]! : letter))

  return { fill, write, mask }
}

/**
 * The examples written for training: sentences of their own, and frames filled with services. Filled ones are drawn at
 * random with a fixed seed, so the same examples come out each time.
 */
import type { Example } from '../train.ts'
import { seededRandom } from '../train.ts'
import { offerFrames, plainOffers } from './offers.ts'
import {
  circumstances,
  greetings,
  lists as requestLists,
  plainRequests,
  requestFrames,
  requestTails,
} from './requests.ts'
import { places, services, things, wants } from './services.ts'
import { plainTalk, talkFrames } from './talk.ts'
import { baitFrames, earnFrames, lists as spamLists, plainUnwanted } from './unwanted.ts'
import { writtenBareRequests } from './written-bare-requests.ts'
import { writtenBareTalk } from './written-bare-talk.ts'
import { writtenHomeRequests } from './written-home-requests.ts'
import { writtenHomeTalk } from './written-home-talk.ts'
import { writtenRequests } from './written-requests.ts'
import { writtenShortRequests } from './written-short-requests.ts'
import { writtenShortTalk } from './written-short-talk.ts'
import { writtenSmallRequests } from './written-small-requests.ts'
import { writtenTalk } from './written-talk.ts'
import { writtenTownRequests } from './written-town-requests.ts'
import { writtenTownTalk } from './written-town-talk.ts'
import { writtenUnwanted } from './written-unwanted.ts'
import { writtenWorkRequests } from './written-work-requests.ts'
import { writtenWorkTalk } from './written-work-talk.ts'

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
const lists: Readonly<Record<string, readonly string[]>> = {
  ...requestLists,
  ...spamLists,
  thing: things,
  place: places,
  want: wants,
}
/** Sentences of their own are few and good: each counts so many times as much as a filled one. */
const PLAIN_WEIGHT = 6

const none: readonly string[] = ['']
/** Requests are rare in the data, and missing one costs more than showing a doubtful one. */
const REQUEST_WEIGHT = 3

const request: Omit<Example, 'text'> = { intent: true, unwanted: false, weight: REQUEST_WEIGHT }
const talk: Omit<Example, 'text'> = { intent: false, unwanted: false }
const unwanted: Omit<Example, 'text'> = { intent: false, unwanted: true }

const requests = [plainRequests, writtenRequests, writtenBareRequests, writtenSmallRequests].flat()
const talks = [plainTalk, writtenTalk, writtenBareTalk].flat()
/**
 * Written for intent. Nothing is unwanted in them, but as many as they are they would say of whatever is said briefly and
 * friendly that it is not, as spam would have it.
 */
const moreRequests = [writtenWorkRequests, writtenHomeRequests, writtenTownRequests, writtenShortRequests].flat()
const moreTalks = [writtenWorkTalk, writtenHomeTalk, writtenTownTalk, writtenShortTalk].flat()

/** The sentences of their own, exactly as they were written. */
export function plainExamples(): Example[] {
  const as = (texts: readonly string[], wanted: Omit<Example, 'text'>): Example[] =>
    texts.map((text) => ({ text, ...wanted, weight: PLAIN_WEIGHT * (wanted.weight ?? 1) }))
  return [
    ...as(requests, request),
    ...as(moreRequests, { intent: true, weight: REQUEST_WEIGHT }),
    ...as(talks, talk),
    ...as(moreTalks, { intent: false }),
    ...as([...plainOffers, ...plainUnwanted, ...writtenUnwanted], unwanted),
  ]
}

/**
 * @param size how often each frame is filled
 * @param keep which of the sentences of their own to train on; the others stay unseen in every shape
 */
export function writtenExamples(size = 40, seed = 11, keep: (text: string) => boolean = () => true): Example[] {
  const random = seededRandom(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!

  function fill(frame: string): string {
    const service = pick(services)
    return frame.replace(/\{(\w+)\}/g, (_, name: string) => {
      return name in service ? service[name as keyof typeof service] : pick(lists[name] ?? [''])
    })
  }

  /** Greetings, ends, carelessness and capitals as people write them. */
  function write(sentence: string, before: readonly string[], after: readonly string[]): string {
    const said = sentence.charAt(0).toUpperCase() + sentence.slice(1)
    const around = before === none ? 1 : random()
    const start = around < 0.35 ? `${pick(circumstances)}. ${said}` : sentence
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

  const ends = ['', '', '', '.', ')', ')))', ' 😂', '!', '...']
  const examples: Example[] = []
  const add = (
    texts: readonly string[],
    times: number,
    wanted: Omit<Example, 'text'>,
    make: (text: string) => string,
  ): void => {
    for (const text of texts) for (let n = 0; n < times; n++) examples.push({ text: make(text), ...wanted })
  }
  add(requestFrames, size, request, (frame) => write(fill(frame), greetings, requestTails))
  add(talkFrames, size, talk, (frame) => write(fill(frame), greetings, ends))
  add(offerFrames, size, unwanted, (frame) => write(fill(frame), none, ends))
  add(baitFrames, size * 2, unwanted, (frame) => write(fill(frame), none, ends))
  add(earnFrames, size * 2, unwanted, (frame) => {
    const text = write(fill(frame), none, ends)
    return random() < 0.3 ? mask(text) : text
  })
  examples.push(...plainExamples().filter(({ text }) => keep(text)))
  add([...plainUnwanted, ...writtenUnwanted].filter(keep), 2, unwanted, mask)
  return examples
}

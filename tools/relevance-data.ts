/**
 * What the relevance model is trained and measured on: our own examples, and the real messages beside the project, where
 * they are there. Sources that name no licence are measured on, never trained on.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { plainExamples, writtenExamples } from '../engine/relevance/examples/examples.ts'
import { services } from '../engine/relevance/examples/services.ts'
import type { Example } from '../engine/relevance/train.ts'
import { categorySamples } from '../server/features/categories/categories.samples.ts'
import { projectRoot } from './project-root.ts'
import type { MentionProject } from './relevance-mentions.ts'
import { heldMentionProjects, mentionProjects, messageIdOf } from './relevance-mentions.ts'

const folder = join(projectRoot, '../shared/data')
/** Labels of these may be trained on: MIT, MIT, MIT, CC BY 4.0. */
const MAY_TRAIN = new Set(['stankin', 'tgspam', 'tgspam-old', 'tgnews'])
/** Real messages shown as «no request», so many of each source; all that hold a word of asking come on top. */
const SHOWN: Readonly<Record<string, number>> = { qaload: 9000, vkkarelia: 5000, tgnews: 5000, rudetoxifier: 3000 }

/** Ordinary talk is what must not be hidden. */
const HAM_WEIGHT = 4
/** What was read one by one counts for more than what is presumed; requests are rare in it, and questions for advice look like them. */
const READ_WEIGHT = { request: 20, advice: 10, other: 6 }

interface SpamLine {
  text: string
  label: 'spam' | 'ham' | 'ad'
  source: string
  split: string
  messageId: string | null
}
interface LeadLine {
  text: string
  intent: 'REQUEST' | 'SMALL_REQUEST' | 'NOT_REQUEST' | 'SPAM'
  source: string
  messageId: string | null
}
interface MessageLine {
  id: string
  text: string
  source: string
}
interface TopicLine {
  messageId: string
  split: string
  category: string
}
/** What the writer of a real message asks for, as one reader saw it; `vacancy`: an announcement of work, neither yes nor no. */
interface LabelLine {
  id: string
  asks: 'service' | 'thing' | 'small' | 'advice' | 'unwanted' | 'nothing' | 'vacancy'
}

export interface Judged {
  text: string
  yes: boolean
  source: string
  kind: string
}

export interface RelevanceData {
  examples: Example[]
  /** Real messages with asking words that nobody read; few of them ask for a service or a thing. */
  presumed: Example[]
  /** Every fifth written sentence; trained on unless held back. */
  writtenDev: Judged[]
  /** Every second of the real messages that were read one by one; trained on unless held back. */
  readDev: Judged[]
  /** Every fifth of the train part's ordinary talk, never trained on: the threshold of `unwanted` comes from it. */
  hamHeld: Judged[]
  /** Spam of the train part that was not trained on: every fifth when held back, and all of unlicensed sources. */
  spamHeld: Judged[]
  /** Split «dev»: spam against ordinary talk; advertising of channels apart. */
  spamDev: Judged[]
  adDev: Judged[]
  /** Samples of the seeded categories, hand-written for another purpose, and real messages not trained on. */
  intentDev: Judged[]
  /** `leads.ndjson`: any request counts as one. */
  leads: Judged[]
}

export const relevanceDataThere = (): boolean => existsSync(join(folder, 'spam.ndjson.zst'))

function readLines<T>(name: string): T[] {
  const bytes = readFileSync(join(folder, name))
  const text = (name.endsWith('.zst') ? zstdDecompressSync(bytes) : bytes).toString('utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T)
}

const readLabels = (): LabelLine[] =>
  readFileSync(join(projectRoot, 'tools/relevance-labels.ndjson'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LabelLine)

/** The same number for the same text, for splits that do not move. */
function part(text: string): number {
  let hash = 7
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0
  return (hash >>> 3) % 100
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{Nd}]+/gu, ' ')
    .trim()

const asking =
  /(?<!\p{L})(ищу|ищем|ищет|посовету|порекоменд|подска[жз]|нужен|нужн[аыо]|требуется|кто (может|знает|делает)|у кого|где можно|поделитесь|помогите|интересует)/iu
const served = new RegExp(
  `(?<!\\p{L})(${[...new Set(services.map(({ who }) => who.slice(0, Math.max(4, who.split(' ')[0]!.length - 1)).trim()))].join('|')}|специалист|исполнител|подрядчик|команд)`,
  'iu',
)

export interface RelevanceDataOptions {
  /** Every fifth written sentence and spam of the train parts is not trained on, so that choices can be measured. */
  holdBack?: boolean
  /** Added to the examples: marks of people, `parseMarks`. */
  marks?: readonly Example[]
}

export function readRelevanceData({ holdBack = false, marks = [] }: RelevanceDataOptions = {}): RelevanceData {
  const isHeld = (text: string): boolean => part(text) % 5 === 0
  const keep = (text: string): boolean => !holdBack || !isHeld(text)
  const leadLines = readLines<LeadLine>('leads.ndjson')
  const spam = readLines<SpamLine>('spam.ndjson.zst')
  const tested = new Set([
    ...leadLines.map(({ text }) => plain(text)),
    ...spam.filter(({ split }) => split !== 'train').map(({ text }) => plain(text)),
    ...Object.values(categorySamples).flatMap(({ leads, others }) => [...leads, ...others].map(plain)),
  ])
  const testedIds = new Set(
    [...leadLines, ...spam.filter(({ split }) => split !== 'train')].map(({ messageId }) => messageId),
  )
  const adIds = new Set(spam.filter(({ label }) => label === 'ad').map(({ messageId }) => messageId))
  const asked = new Map(readLabels().map(({ id, asks }) => [id, asks]))
  const newsTrain = new Set(
    readLines<TopicLine>('channel-topics.ndjson.zst')
      .filter(({ split }) => split === 'train')
      .map(({ messageId }) => messageId),
  )

  const examples: Example[] = [...writtenExamples(40, 11, keep), ...marks]
  for (const { text, label, source, split } of spam) {
    if (split !== 'train' || !MAY_TRAIN.has(source) || (label === 'ham' ? isHeld(text) : !keep(text))) continue
    const isAsking = asking.test(text)
    const spamWeight = label === 'spam' ? 8 : 1
    if (label !== 'ham') examples.push({ text, unwanted: true, intent: false, weight: spamWeight })
    else
      examples.push(
        isAsking && served.test(text)
          ? { text, unwanted: false, weight: HAM_WEIGHT }
          : { text, unwanted: false, intent: false, weight: HAM_WEIGHT },
      )
  }

  const presumed: Example[] = []
  const unseen: Judged[] = []
  const readDev: Judged[] = []
  const left = { ...SHOWN }
  const messages = readLines<MessageLine>('messages.ndjson.zst')
  const scattered = messages
    .map((message) => ({ message, place: part(message.id + message.text) }))
    .sort((a, b) => a.place - b.place)
  for (const {
    message: { id, text, source },
    place,
  } of scattered) {
    const asks = asked.get(id)
    if (testedIds.has(id) || asks === 'vacancy' || (asks === undefined && !(source in left))) continue
    const isAsking = asking.test(text)
    if (asks === undefined && isAsking && served.test(text)) continue
    const isRequest = asks === 'service' || asks === 'thing' || asks === 'small'
    // The last places are never trained on.
    if (place >= 97) {
      if (unseen.length < 3000)
        unseen.push({ text, yes: isRequest, source, kind: isAsking ? 'asks something else' : 'talk' })
      continue
    }
    if (asks !== undefined) {
      const isDev = part(id) % 2 === 0
      if (isDev) readDev.push({ text, yes: isRequest, source, kind: asks })
      if (isDev && holdBack) continue
      examples.push({
        text,
        intent: isRequest,
        weight: isRequest ? READ_WEIGHT.request : asks === 'advice' ? READ_WEIGHT.advice : READ_WEIGHT.other,
      })
      continue
    }
    if (left[source]! <= 0 && !(isAsking && (source === 'qaload' || source === 'vkkarelia'))) continue
    left[source]!--
    const isHam = source === 'qaload' || (source === 'tgnews' && newsTrain.has(id) && !adIds.has(id))
    // The questions of one community of testers must not say what asking means everywhere.
    const weight = isAsking ? 0.4 : 1
    const into = isAsking ? presumed : examples
    into.push(isHam ? { text, intent: false, unwanted: false, weight } : { text, intent: false, weight })
  }

  const judge = (text: string, yes: boolean, source: string, kind: string): Judged => ({ text, yes, source, kind })
  const dev = spam.filter(({ split }) => split === 'dev')
  const held = spam
    .filter(({ text, label, source, split }) => {
      return (
        split === 'train' &&
        label !== 'ad' &&
        (!MAY_TRAIN.has(source) || (isHeld(text) && (label === 'ham' || holdBack)))
      )
    })
    .map(({ text, label, source }) => judge(text, label === 'spam', source, label))
  return {
    writtenDev: plainExamples()
      .filter(({ text }) => isHeld(text))
      .map(({ text, intent, unwanted }) => {
        return judge(text, intent === true, 'written', intent ? 'request' : unwanted ? 'unwanted' : 'talk')
      }),
    readDev,
    hamHeld: held.filter(({ yes }) => !yes),
    spamHeld: held.filter(({ yes }) => yes),
    examples: examples.filter(({ text }) => !tested.has(plain(text))),
    presumed: presumed.filter(({ text }) => !tested.has(plain(text))),
    spamDev: dev
      .filter(({ label }) => label !== 'ad')
      .map(({ text, label, source }) => judge(text, label === 'spam', source, label)),
    adDev: dev.filter(({ label }) => label === 'ad').map(({ text, source }) => judge(text, true, source, 'ad')),
    intentDev: [
      ...Object.values(categorySamples).flatMap(({ leads, others }) => [
        ...leads.map((text) => judge(text, true, 'samples', 'lead')),
        ...others.map((text) => judge(text, false, 'samples', 'other')),
      ]),
      ...unseen,
    ],
    leads: leadLines.map(({ text, intent, source }) =>
      judge(text, intent === 'REQUEST' || intent === 'SMALL_REQUEST', source, intent),
    ),
  }
}

export interface MentionCase {
  project: string
  words: readonly string[]
  text: string
  about: boolean
}
export interface Topic {
  text: string
  category: string
}

/** Real messages without labels, for what words have to do with each other; those of dev parts are left out. */
export interface UnmarkedData {
  texts: string[]
  mentions: MentionCase[]
  heldMentions: MentionCase[]
  /** Posts of news channels by topic, split «dev». */
  topicsDev: Topic[]
}

export function readUnmarkedData(): UnmarkedData {
  const messages = readLines<MessageLine>('messages.ndjson.zst')
  const byId = new Map(messages.map(({ id, text }) => [id, text]))
  const topics = readLines<TopicLine>('channel-topics.ndjson.zst').filter(({ split }) => split === 'dev')
  const dev = new Set(
    [
      ...topics,
      ...readLines<SpamLine>('spam.ndjson.zst').filter(({ split }) => split === 'dev'),
      ...readLines<LeadLine>('leads.ndjson'),
    ].map(({ messageId }) => messageId),
  )
  const mentionCases = (projects: readonly MentionProject[]): MentionCase[] =>
    projects.flatMap(({ name, words, about, other }) => {
      const cases = (ids: string, isAbout: boolean): MentionCase[] =>
        ids.split(' ').flatMap((id) => {
          const text = byId.get(messageIdOf(id))
          return text === undefined ? [] : [{ project: name, words, text, about: isAbout }]
        })
      return [...cases(about, true), ...cases(other, false)]
    })
  return {
    texts: messages.filter(({ id }) => !dev.has(id)).map(({ text }) => text.slice(0, 4000)),
    mentions: mentionCases(mentionProjects),
    heldMentions: mentionCases(heldMentionProjects),
    topicsDev: topics.flatMap(({ messageId, category }) => {
      const text = byId.get(messageId)
      return text === undefined ? [] : [{ text, category }]
    }),
  }
}

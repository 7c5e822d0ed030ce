/**
 * What the relevance model is trained and measured on: our own examples, and the real messages beside the project, where
 * they are there. Sources that name no licence are measured on, never trained on.
 */
import { categorySamples } from '../server/features/watching/categories/categories.samples.ts'
import type { ExampleFiles } from './example-files.ts'
import { readExampleFiles } from './example-files.ts'
import { plainExamples, writtenExamples } from './examples.ts'
import type { MentionProject } from './label-files.ts'
import { readLabelFiles } from './label-files.ts'
import { readDataFile } from './read-data-file.ts'
import type { MeasuredSets } from './splits.ts'
import { part, comparableText } from './splits.ts'
import type { LeadLine, WildMessage } from './talk-data.ts'
import { isRequest, isUnsure, readTalkData, readWeight, wantedAs, wildMessage, WITHOUT_ADS } from './talk-data.ts'
import type { Example } from './train-heads.ts'

/** Labels of these may be trained on: MIT, MIT, MIT, CC BY 4.0. */
const MAY_TRAIN = new Set(['stankin', 'tgspam', 'tgspam-old', 'tgnews'])
/** Real messages shown as «no request», a number of each source; all that hold a word of asking come on top. */
const SHOWN: Readonly<Record<string, number>> = { qaload: 25_000, vkkarelia: 8000, tgnews: 8000, rudetoxifier: 9000 }

/** Posts of groups look like advertising: what was read there says that invitations, lessons and news are wanted. */
const POSTS = new Set(['vkkarelia'])

/** Ordinary talk is what must not be hidden. */
const HAM_WEIGHT = 4
interface SpamLine {
  text: string
  label: 'spam' | 'ham' | 'ad'
  source: string
  split: string
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
export interface Judged {
  text: string
  yes: boolean
  source: string
  kind: string
}

export interface RelevanceData {
  examples: Example[]
  /** Real messages with asking words that no one read; few of them ask for a service or a thing. */
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
  /** All messages of the sources held out, read or not. */
  wild: WildMessage[]
}

const asking =
  /(?<!\p{L})(ищу|ищем|ищет|посовету|порекоменд|подска[жз]|нужен|нужн[аыо]|требуется|кто (может|знает|делает)|у кого|где можно|поделитесь|помогите|интересует)/iu
const servedBy = ({ services }: ExampleFiles): RegExp =>
  new RegExp(
    `(?<!\\p{L})(${[...new Set(services.map(({ who }) => who.slice(0, Math.max(4, who.split(' ')[0]!.length - 1)).trim()))].join('|')}|специалист|исполнител|подрядчик|команд)`,
    'iu',
  )

export interface RelevanceDataOptions {
  /** Every fifth written sentence and spam of the train parts is not trained on, so that choices can be measured. */
  holdBack?: boolean
  /** Sources of talk that are held out too. */
  without?: readonly string[]
  /** Added to the examples: marks of people, `parseMarks`. */
  marks?: readonly Example[]
}

const isHeld = (text: string): boolean => part(text) % 5 === 0
const judge = (text: string, yes: boolean, source: string, kind: string): Judged => ({ text, yes, source, kind })

export function readRelevanceData(options: RelevanceDataOptions = {}): RelevanceData {
  const { holdBack = false, without = [], marks = [] } = options
  const keep = (text: string): boolean => !holdBack || !isHeld(text)
  const files = readExampleFiles()
  const served = servedBy(files)
  const leadLines = readDataFile<LeadLine>('leads.ndjson')
  const spam = readDataFile<SpamLine>('spam.ndjson.zst')
  const messages = readMessages({
    testedIds: new Set(
      [...leadLines, ...spam.filter(({ split }) => split !== 'train')].map(({ messageId }) => messageId),
    ),
    adIds: new Set(spam.filter(({ label }) => label === 'ad').map(({ messageId }) => messageId)),
    served,
    holdBack,
    without,
  })
  const talk = readTalkData(without)
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
  const writtenDev = plainExamples(files)
    .filter(({ text }) => isHeld(text))
    .map(({ text, intent, unwanted }) => {
      return judge(text, intent === true, 'written', intent ? 'request' : unwanted ? 'unwanted' : 'talk')
    })
  const measured = {
    hamHeld: held.filter(({ yes }) => !yes),
    spamHeld: held.filter(({ yes }) => yes),
    spamDev: dev
      .filter(({ label }) => label !== 'ad')
      .map(({ text, label, source }) => judge(text, label === 'spam', source, label)),
    adDev: dev.filter(({ label }) => label === 'ad').map(({ text, source }) => judge(text, true, source, 'ad')),
    intentDev: [...sampleCases(), ...messages.unseen],
    wild: [...talk.wild, ...messages.wild],
  }
  const tested = new Set(
    [
      ...Object.values<readonly { text: string }[]>(measured).flat(),
      ...spam.filter(({ split }) => split !== 'train'),
      ...(holdBack ? [...writtenDev, ...messages.readDev] : []),
    ].map(({ text }) => comparableText(text)),
  )
  const untested = <T extends { text: string }>(all: readonly T[]): T[] =>
    all.filter(({ text }) => !tested.has(comparableText(text)))
  return {
    ...measured,
    writtenDev,
    readDev: messages.readDev,
    examples: untested([
      ...writtenExamples(files, { keep }),
      ...marks,
      ...labelledSpam(spam, served, keep),
      ...messages.examples,
      ...talk.examples,
    ]),
    presumed: untested([...messages.presumed, ...talk.presumed]),
  }
}

/** What must not be among the examples, by name; what is trained on unless held back is there only when it is. */
export const measuredSets = (data: RelevanceData, { holdBack = false }: RelevanceDataOptions = {}): MeasuredSets => {
  const { hamHeld, spamHeld, spamDev, adDev, intentDev, wild, writtenDev, readDev } = data
  const always = { hamHeld, spamHeld, spamDev, adDev, intentDev, wild }
  return holdBack ? { ...always, writtenDev, readDev } : always
}

const sampleCases = (): Judged[] =>
  Object.values(categorySamples).flatMap(({ leads, others }) => [
    ...leads.map((text) => judge(text, true, 'samples', 'lead')),
    ...others.map((text) => judge(text, false, 'samples', 'other')),
  ])

/** Spam, advertising and ordinary talk of the train part; what asks and names a service says nothing of intent. */
function labelledSpam(spam: readonly SpamLine[], served: RegExp, keep: (text: string) => boolean): Example[] {
  return spam.flatMap(({ text, label, source, split }): Example[] => {
    if (split !== 'train' || !MAY_TRAIN.has(source) || (label === 'ham' ? isHeld(text) : !keep(text))) return []
    if (label !== 'ham') return [{ text, unwanted: true, intent: false, weight: label === 'spam' ? 8 : 1 }]
    return asking.test(text) && served.test(text)
      ? [{ text, unwanted: false, weight: HAM_WEIGHT }]
      : [{ text, unwanted: false, intent: false, weight: HAM_WEIGHT }]
  })
}

interface MessageOptions {
  testedIds: ReadonlySet<string | null>
  /** Advertising, in the words of those who labelled spam. */
  adIds: ReadonlySet<string | null>
  served: RegExp
  holdBack: boolean
  without: readonly string[]
}

/** Real messages: those that someone read, those that are presumed to ask for nothing, and those kept for measuring. */
function readMessages({ testedIds, adIds, served, holdBack, without }: MessageOptions) {
  const { asks: asked, asksAgain } = readLabelFiles()
  const newsTrain = new Set(
    readDataFile<TopicLine>('channel-topics.ndjson.zst')
      .filter(({ split }) => split === 'train')
      .map(({ messageId }) => messageId),
  )
  const examples: Example[] = []
  const presumed: Example[] = []
  const unseen: Judged[] = []
  const readDev: Judged[] = []
  const wild: WildMessage[] = []
  const left = { ...SHOWN }
  const scattered = readDataFile<MessageLine>('messages.ndjson.zst')
    .map((message) => ({ message, place: part(message.id + message.text) }))
    .sort((a, b) => a.place - b.place)
  for (const {
    message: { id, text, source },
    place,
  } of scattered) {
    const asks = asked.get(id)
    if (without.includes(source)) {
      wild.push(wildMessage({ id, text, source }, asks, asksAgain.get(id)))
      continue
    }
    if (testedIds.has(id) || (asks !== undefined && isUnsure(asks)) || (asks === undefined && !(source in left)))
      continue
    const isAsking = asking.test(text)
    if (asks === undefined && isAsking && served.test(text)) continue
    const isAsked = asks !== undefined && isRequest(asks)
    // The last places are never trained on.
    if (place >= 97) {
      if (unseen.length < 3000) unseen.push(judge(text, isAsked, source, isAsking ? 'asks something else' : 'talk'))
      continue
    }
    if (asks !== undefined) {
      const isDev = part(id) % 2 === 0
      if (isDev) readDev.push(judge(text, isAsked, source, asks))
      if (isDev && holdBack) continue
      examples.push({ text, intent: isAsked, ...(POSTS.has(source) ? wantedAs(asks) : {}), weight: readWeight(asks) })
      continue
    }
    if (left[source]! <= 0 && !(isAsking && (source === 'qaload' || source === 'vkkarelia'))) continue
    left[source]!--
    const isHam = WITHOUT_ADS.has(source) || (source === 'tgnews' && newsTrain.has(id) && !adIds.has(id))
    // The questions of one community of testers must not say what asking means everywhere.
    const weight = isAsking ? 0.4 : 1
    const into = isAsking ? presumed : examples
    into.push(isHam ? { text, intent: false, unwanted: false, weight } : { text, intent: false, weight })
  }
  return { examples, presumed, unseen, readDev, wild }
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
  const messages = readDataFile<MessageLine>('messages.ndjson.zst')
  const byId = new Map(messages.map(({ id, text }) => [id, text]))
  const topics = readDataFile<TopicLine>('channel-topics.ndjson.zst').filter(({ split }) => split === 'dev')
  const dev = new Set(
    [
      ...topics,
      ...readDataFile<SpamLine>('spam.ndjson.zst').filter(({ split }) => split === 'dev'),
      ...readDataFile<LeadLine>('leads.ndjson'),
    ].map(({ messageId }) => messageId),
  )
  const { mentionProjects, mentions } = readLabelFiles()
  const mentionCases = (projects: readonly MentionProject[]): MentionCase[] =>
    projects.flatMap(({ project, words }) =>
      mentions.flatMap((mention) => {
        const text = mention.project === project ? byId.get(mention.id) : undefined
        return text === undefined ? [] : [{ project, words, text, about: mention.about }]
      }),
    )
  return {
    texts: messages.filter(({ id }) => !dev.has(id)).map(({ text }) => text.slice(0, 4000)),
    mentions: mentionCases(mentionProjects.filter(({ fit }) => fit)),
    heldMentions: mentionCases(mentionProjects.filter(({ fit }) => !fit)),
    topicsDev: topics.flatMap(({ messageId, category }) => {
      const text = byId.get(messageId)
      return text === undefined ? [] : [{ text, category }]
    }),
  }
}

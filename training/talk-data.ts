/**
 * Talk of towns and neighbours, requests and offers beside the project: what is said where leads are looked for, and mostly
 * asks for nothing. Trained on, source by source, but for those held out (`splits.ts`).
 */
import type { Asks } from './label-files.ts'
import { readLabelFiles } from './label-files.ts'
import { readDataFile } from './read-data-file.ts'
import { heldOutSources, part, comparableText } from './splits.ts'
import type { Example } from './train-heads.ts'

/**
 * Of each source so many messages that no one read are shown as «no request»; those with a word of asking come on top, as
 * presumed. Citizens' complaints and forum posts never look for a tradesman, or next to never.
 */
const SHOWN: Readonly<Record<string, number>> = {
  tszhchat: 11_000,
  okcomments: 60_000,
  forumcomments: 12_000,
  kurskappeals: 2000,
  ruspell: 2000,
}
const ASKING_WEIGHT = 0.4
/** Hardly anyone advertises in these sources: what no one read is wanted. Sellers stand among the comments of the others. */
export const WITHOUT_ADS: ReadonlySet<string> = new Set([
  'tszhchat',
  'forumcomments',
  'kurskappeals',
  'qaload',
  'rudetoxifier',
])
/** Ads of sellers say what is sold in the words of those who look for it. */
const OFFER_WEIGHT = 2
/** Requests that people labelled; those picked by their first word count for less. */
const LABELLED_WEIGHT = { hand: 20, source: 10, 'first-word': 2 }
const LEAD_WEIGHT = { request: 20, other: 10 }
/** What was read one by one counts for more than what is presumed; requests are rare in it, and questions for advice look like them. */
const READ_WEIGHT = { request: 20, advice: 10, other: 6 }

/** Words of those who ask or buy: what holds one of them may ask after all. */
const asksOrBuys =
  /(?<!\p{L})(ищу|ищем|ищет|посовет|порекоменд|подска[жз]|нужен|нужн[аыо]|требу[ею]тся|кто (может|знает|делает|прода|сда|занима)|у кого|где (можно|купить|найти|взять|заказать)|поделитесь|помогите|интересует|купл[юи]м?|сним(у|ем|ет)|возьм(у|ем|ет)|прим(у|ем)|закажу|заказать|сколько (стоит|будет)|цен[ауы]|почем|хочу|контакт|номер|телефон|мастер)/iu

interface TalkLine {
  id: string
  text: string
  source: string
}
interface OfferedLine extends TalkLine {
  label: 'REQUEST' | 'OFFER' | 'TALK' | 'AD'
  labelBy: 'source' | 'first-word' | 'hand'
  form?: 'title' | 'task' | 'ad' | 'fragment' | 'message'
}
export interface LeadLine {
  id: string
  text: string
  intent: 'REQUEST' | 'SMALL_REQUEST' | 'NOT_REQUEST' | 'SPAM'
  source: string
  messageId: string | null
}

/** A message of a source that a model was not trained on, and what its readers said of it, if it was read. */
export interface WildMessage {
  id: string
  text: string
  source: string
  /** What its readers agree on (`agreedAsks`). */
  asks: Asks | undefined
  /** What the first reader said, whatever another did; undefined where only another read it. */
  asksFirst: Asks | undefined
}

export interface TalkData {
  examples: Example[]
  presumed: Example[]
  wild: WildMessage[]
}

export const isRequest = (asks: Asks): boolean => asks === 'service' || asks === 'thing' || asks === 'small'
/** Neither yes nor no: nothing is learnt from it or measured by it. */
export const isUnsure = (asks: Asks): boolean => asks === 'vacancy' || asks === 'border'

/** What is measured by: where two readers differ on whether something is asked for, neither is right. */
export function agreedAsks(first: Asks | undefined, again: Asks | undefined): Asks | undefined {
  if (first === undefined || again === undefined) return first ?? again
  const isSame = isUnsure(first) === isUnsure(again) && isRequest(first) === isRequest(again)
  return isSame ? first : 'border'
}

export const wildMessage = (
  { id, text, source }: Pick<WildMessage, 'id' | 'text' | 'source'>,
  first: Asks | undefined,
  again: Asks | undefined,
): WildMessage => ({ id, text, source, asks: agreedAsks(first, again), asksFirst: first })

export const readWeight = (asks: Asks): number =>
  isRequest(asks) ? READ_WEIGHT.request : asks === 'advice' ? READ_WEIGHT.advice : READ_WEIGHT.other

/** What was read is no advertising, unless its reader took it for some; what they took for it may be a giveaway or a plea, and says nothing. */
export const wantedAs = (asks: Asks): Pick<Example, 'unwanted'> => (asks === 'unwanted' ? {} : { unwanted: false })

/** @param without sources that are held out on top of those that always are */
export function readTalkData(without: readonly string[] = []): TalkData {
  const { asks, heldOutAsks, asksAgain } = readLabelFiles()
  const outside = new Set([...heldOutSources, ...without])
  const offered = readDataFile<OfferedLine>('requests-more.ndjson.zst')
  const talk = [
    ...readDataFile<TalkLine>('neighbour-talk.ndjson.zst'),
    ...readDataFile<TalkLine>('town-talk.ndjson.zst'),
  ]
  const isOutside = ({ source }: { source: string }): boolean => outside.has(source)
  const inside = <T extends { source: string }>(lines: readonly T[]): T[] => lines.filter((line) => !isOutside(line))
  const read = (lines: readonly TalkLine[]): Example[] =>
    lines.flatMap(({ id, text }): Example[] => {
      const asked = asks.get(id)
      return asked === undefined || isUnsure(asked)
        ? []
        : [{ text, intent: isRequest(asked), ...wantedAs(asked), weight: readWeight(asked) }]
    })
  const unread = <T extends TalkLine>(lines: readonly T[]): T[] => lines.filter(({ id }) => !asks.has(id))
  const shown = showTalk(unread(inside(talk)))
  return {
    examples: [
      ...read(inside([...talk, ...offered])),
      ...inside(readDataFile<LeadLine>('leads.ndjson')).flatMap(leadExample),
      ...unread(inside(offered)).flatMap(offeredExample),
      ...shown.examples,
    ],
    presumed: shown.presumed,
    wild: [
      ...[...talk, ...offered.filter(({ form }) => form === 'message')]
        .filter(isOutside)
        .map((line) => wildMessage(line, asks.get(line.id) ?? heldOutAsks.get(line.id), asksAgain.get(line.id))),
      ...readDataFile<LeadLine>('leads.ndjson')
        .filter(isOutside)
        .map((line) => wildMessage(line, LEAD_ASKS[line.intent], asksAgain.get(line.id))),
    ],
  }
}

const LEAD_ASKS: Readonly<Record<LeadLine['intent'], Asks>> = {
  REQUEST: 'service',
  SMALL_REQUEST: 'small',
  NOT_REQUEST: 'nothing',
  SPAM: 'unwanted',
}

const leadExample = ({ text, intent }: LeadLine): Example[] =>
  intent === 'SPAM'
    ? []
    : [
        intent === 'NOT_REQUEST'
          ? { text, intent: false, weight: LEAD_WEIGHT.other }
          : { text, intent: true, weight: LEAD_WEIGHT.request },
      ]

/** Titles without a verb are requests by their place alone: nothing is learnt from them. */
function offeredExample({ text, label, labelBy, form }: OfferedLine): Example[] {
  if (form === 'title') return []
  if (label === 'REQUEST') return [{ text, intent: true, weight: LABELLED_WEIGHT[labelBy] }]
  return [{ text, intent: false, weight: label === 'OFFER' ? OFFER_WEIGHT : LABELLED_WEIGHT.source }]
}

/** Messages that no one read, a number of each source, drawn by their text; the same text once. */
function showTalk(lines: readonly TalkLine[]): Pick<TalkData, 'examples' | 'presumed'> {
  const left = { ...SHOWN }
  const met = new Set<string>()
  const examples: Example[] = []
  const presumed: Example[] = []
  const scattered = lines.map((line) => ({ line, place: part(line.id + line.text) })).sort((a, b) => a.place - b.place)
  for (const {
    line: { text, source },
  } of scattered) {
    const key = comparableText(text)
    if (!(source in left) || key === '' || met.has(key)) continue
    const isAsking = asksOrBuys.test(text)
    if (!isAsking && left[source]!-- <= 0) continue
    met.add(key)
    if (isAsking) presumed.push({ text, intent: false, weight: ASKING_WEIGHT })
    else examples.push({ text, intent: false, ...(WITHOUT_ADS.has(source) ? { unwanted: false } : {}) })
  }
  return { examples, presumed }
}

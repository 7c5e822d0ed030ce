/**
 * Precision in the wild: what the model calls a request of all messages of sources that it was not trained on, as the tables that
 * stand in `engine/relevance/model-card.md`. Only what was read counts as right or wrong (`training/labels`); what is taken and was
 * never read is shown apart. Once by both readers, where they agree, and once by the first alone, as all was measured before.
 */
import type { Level } from '../engine/relevance/score.ts'
import type { Asks } from '../training/label-files.ts'
import type { WildMessage } from '../training/talk-data.ts'
import { isRequest, isUnsure } from '../training/talk-data.ts'
import { bootstrap, shareOf } from './intervals.ts'

export interface Taken extends WildMessage {
  level: Level
  /** Of intent, 0 to 1. */
  score: number
  /** The score is as high as hot needs it: `levelScores`, by the kind of message. */
  isSure: boolean
}

type Scored = { yes: boolean; score: number }
type Known = Scored & Pick<Taken, 'level' | 'isSure'> & { asks: Asks }
type Reach = readonly [name: string, reached: (one: Pick<Taken, 'level' | 'score' | 'isSure'>) => boolean]
type Reader = (message: WildMessage) => Asks | undefined

const agreed: Reader = ({ asks }) => asks
const readers: readonly (readonly [name: string, reader: Reader])[] = [
  ['By both readers, where they agree', agreed],
  ['By the first reader alone', ({ asksFirst }) => asksFirst],
]
const fromWarm: Reach = ['from warm on', ({ level }) => level !== 'cold']
const reaches: readonly Reach[] = [
  fromWarm,
  // Hot needs more than its score, so the score is measured apart: what hot leaves out is not what the model does not see.
  ['with a score as hot needs it', ({ isSure }) => isSure],
  ['hot as shipped: such a score, and an answer is wanted now', ({ level }) => level === 'hot'],
]
/** Of a hundred requests so many are to be found where precision is compared at the same recall. */
const FOUND_OF_100 = 80

const lengths: readonly (readonly [name: string, most: number])[] = [
  ['1–3 words', 3],
  ['4–7 words', 7],
  ['8–14 words', 14],
  ['15–49 words', 49],
  ['50 and more words', Infinity],
]

export function showWild(title: string, all: readonly Taken[]): void {
  console.log(`\n${title}`)
  for (const line of wildTables(all)) console.log(line)
}

/** A table for each way of reading, in Markdown, and how well the scores put all in order. */
export function wildTables(all: readonly Taken[]): string[] {
  const parts = partsOf(all)
  return readers.flatMap(([name, reader]) => [
    '',
    name,
    '',
    ...tableOf([
      ['', 'messages', 'read and sure', 'requests', 'precision', 'recall', 'F1', 'taken, on the border or not read'],
      ...parts.flatMap(([part, messages]) => partRows(part, messages, reader)),
      ...recallRows(all, reader),
    ]),
    '',
    `In order of score: ${inOrder(knownOf(all, reader))}`,
  ])
}

const tableOf = ([heads = [], ...rows]: string[][]): string[] =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)

/** Sources, all of them when they are several, and lengths; a message without a word has none. */
function partsOf(all: readonly Taken[]): [name: string, messages: readonly Taken[]][] {
  const sources = [...Map.groupBy(all, ({ source }) => source)]
  const counted = all.map((message) => ({ message, words: message.text.match(/[\p{L}\p{Nd}]+/gu)?.length ?? 0 }))
  return [
    ...sources,
    ...(sources.length > 1 ? [['all of these', all] as [string, readonly Taken[]]] : []),
    ...lengths.map(([name, most], at): [string, readonly Taken[]] => {
      const below = lengths[at - 1]?.[1] ?? 0
      return [name, counted.filter(({ words }) => words > below && words <= most).map(({ message }) => message)]
    }),
  ]
}

const knownOf = (messages: readonly Taken[], reader: Reader): Known[] =>
  messages.flatMap((message) => {
    const asks = reader(message)
    const { level, score, isSure } = message
    return asks === undefined || isUnsure(asks) ? [] : [{ yes: isRequest(asks), asks, level, score, isSure }]
  })

function partRows(name: string, messages: readonly Taken[], reader: Reader): string[][] {
  const known = knownOf(messages, reader)
  const wanted = known.filter(({ yes }) => yes).length
  const asksMore = known.filter(({ asks }) => asks === 'service' || asks === 'thing')
  const found = asksMore.filter(fromWarm[1]).length
  const counts = [messages.length, known.length, wanted].map(String)
  return [
    ...reaches.map((reach, at) =>
      at === 0
        ? [`**${name}**, ${reach[0]}`, ...counts, ...figures(reach, messages, known)]
        : [reach[0], '', '', '', ...figures(reach, messages, known)],
    ),
    ['without small ones, from warm on', '', '', `${asksMore.length}`, '', shareOf(found, asksMore.length), '', ''],
  ]
}

/** Precision, recall, F1, and how many are taken of which nothing is known. */
function figures([, reached]: Reach, messages: readonly Taken[], known: readonly Known[]): string[] {
  const wanted = known.filter(({ yes }) => yes).length
  const sure = known.filter(reached)
  const right = sure.filter(({ yes }) => yes).length
  const [low, high] = bootstrap(known, (drawn) => f1(drawn, reached))
  return [
    shareOf(right, sure.length),
    shareOf(right, wanted),
    wanted === 0 ? '' : `${f1(known, reached).toFixed(2)} [${low.toFixed(2)}–${high.toFixed(2)}]`,
    String(messages.filter(reached).length - sure.length),
  ]
}

function recallRows(all: readonly Taken[], reader: Reader): string[][] {
  const known = knownOf(all, reader)
  const requests = byScore(known.filter(({ yes }) => yes))
  const last = requests[Math.ceil((requests.length * FOUND_OF_100) / 100) - 1]
  if (last === undefined) return []
  // Whatever has the same score is taken with it: no threshold could leave it out.
  const reach: Reach = [`all, at a recall of 0.${FOUND_OF_100}`, ({ score }) => score >= last.score]
  return [[`${reach[0]} (from ${last.score.toFixed(2)} on)`, '', '', '', ...figures(reach, all, known)]]
}

function f1(cases: readonly Known[], isTaken: Reach[1]): number {
  let right = 0
  let half = 0
  for (const each of cases) {
    const taken = isTaken(each)
    if (taken && each.yes) right++
    if (taken) half++
    if (each.yes) half++
  }
  return half === 0 ? 0 : (2 * right) / half
}

/** How well other judges put requests above all else, whatever the thresholds, beside the model in the tables. */
export function showOrder(
  judges: readonly (readonly [name: string, judge: (text: string) => number])[],
  all: readonly WildMessage[],
): void {
  const known = all.filter((message) => agreed(message) !== undefined && !isUnsure(agreed(message)!))
  console.log('\nOthers in order of score, by both readers')
  for (const [name, judge] of judges)
    console.log(
      `  ${name}: ${inOrder(known.map((message) => ({ yes: isRequest(agreed(message)!), score: judge(message.text) })))}`,
    )
}

function inOrder(cases: readonly Scored[]): string {
  const [low, high] = bootstrap(cases, averagePrecision)
  return `average precision ${averagePrecision(cases).toFixed(2)} [${low.toFixed(2)}–${high.toFixed(2)}], best F1 ${bestF1(cases).toFixed(2)}`
}

const byScore = <Case extends Scored>(cases: readonly Case[]): Case[] => [...cases].sort((a, b) => b.score - a.score)

function averagePrecision(cases: readonly Scored[]): number {
  let found = 0
  let sum = 0
  byScore(cases).forEach(({ yes }, at) => {
    if (yes) sum += ++found / (at + 1)
  })
  return found === 0 ? 0 : sum / found
}

function bestF1(cases: readonly Scored[]): number {
  const wanted = cases.filter(({ yes }) => yes).length
  let found = 0
  return byScore(cases).reduce((best, { yes }, at) => {
    if (yes) found++
    return Math.max(best, (2 * found) / (at + 1 + wanted))
  }, 0)
}

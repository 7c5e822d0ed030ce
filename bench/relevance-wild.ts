/**
 * Precision in the wild: what the model calls a request (warm or hot) of all messages of a source that it was not trained on. Only
 * what was read counts as right or wrong (`training/labels`); what is taken and was never read is said apart.
 */
import type { WildMessage } from '../training/talk-data.ts'
import { isRequest, isUnsure } from '../training/talk-data.ts'
import { bootstrap, shareOf } from './intervals.ts'

export interface Taken extends WildMessage {
  level: 'hot' | 'warm' | 'cold'
}

/** What the levels mean to those who read the feed: from warm on a request, hot one that wants an answer now. */
const reaches: Readonly<Record<'hot' | 'warm', (level: Taken['level']) => boolean>> = {
  hot: (level) => level === 'hot',
  warm: (level) => level !== 'cold',
}
const lengths: readonly (readonly [name: string, most: number])[] = [
  ['1–3 words', 3],
  ['4–14 words', 14],
  ['15–49 words', 49],
  ['50 words and more', Infinity],
]

export function showWild(title: string, all: readonly Taken[]): void {
  console.log(`\n${title}`)
  const bySource = new Map<string, Taken[]>()
  for (const each of all) bySource.set(each.source, [...(bySource.get(each.source) ?? []), each])
  for (const [source, messages] of bySource) showPart(source, messages)
  if (bySource.size > 1) showPart('all of these', all)
  let least = 1
  for (const [name, most] of lengths) {
    const ofLength = all.filter(({ text }) => {
      const words = text.match(/[\p{L}\p{Nd}]+/gu)?.length ?? 0
      return words >= least && words <= most
    })
    showPart(name, ofLength)
    least = most + 1
  }
}

function showPart(name: string, messages: readonly Taken[]): void {
  const known = messages.flatMap(({ asks, level }) =>
    asks === undefined || isUnsure(asks) ? [] : [{ yes: isRequest(asks), asks, level }],
  )
  const wanted = known.filter(({ yes }) => yes).length
  console.log(`  ${name}: ${messages.length} messages, ${known.length} read and sure, ${wanted} of them requests`)
  for (const least of ['warm', 'hot'] as const) {
    const reached = ({ level }: Pick<Taken, 'level'>): boolean => reaches[least](level)
    const right = known.filter((each) => reached(each) && each.yes).length
    const wrong = known.filter((each) => reached(each) && !each.yes).length
    const taken = messages.filter(reached)
    const others = taken.length - right - wrong
    const [low, high] = bootstrap(known, (drawn) => f1(drawn, reached))
    console.log(
      `    ${least === 'hot' ? 'of them hot' : 'requests (warm or hot)'}: ${taken.length} taken; precision ${shareOf(right, right + wrong)}; ` +
        `recall ${shareOf(right, wanted)}; F1 ${f1(known, reached).toFixed(2)} [${low.toFixed(2)}–${high.toFixed(2)}]` +
        (others === 0 ? '' : `; ${others} on the border or not read`),
    )
  }
  const asksMore = known.filter(({ asks }) => asks === 'service' || asks === 'thing')
  const found = asksMore.filter(({ level }) => level !== 'cold').length
  console.log(`    requests without small ones: recall ${shareOf(found, asksMore.length)}`)
}

type Known = Pick<Taken, 'level'> & { yes: boolean }

function f1(cases: readonly Known[], isTaken: (one: Known) => boolean): number {
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

/** How well scores put requests above all else, whatever the thresholds: average precision, and F1 at the best one. */
export function showOrder(
  judges: readonly (readonly [name: string, judge: (text: string) => number])[],
  all: readonly WildMessage[],
): void {
  const known = all.filter(({ asks }) => asks !== undefined && !isUnsure(asks))
  const wanted = known.filter(({ asks }) => isRequest(asks!)).length
  console.log(`  in order of score, ${wanted} requests among ${known.length} read and sure`)
  for (const [name, judge] of judges) {
    const scored = known.map(({ text, asks }) => ({ yes: isRequest(asks!), score: judge(text) }))
    const [low, high] = bootstrap(scored, averagePrecision)
    console.log(
      `    ${name}: average precision ${averagePrecision(scored).toFixed(2)} [${low.toFixed(2)}–${high.toFixed(2)}], best F1 ${bestF1(scored).toFixed(2)}`,
    )
  }
}

type Scored = { yes: boolean; score: number }
const byScore = (cases: readonly Scored[]): Scored[] => [...cases].sort((a, b) => b.score - a.score)

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

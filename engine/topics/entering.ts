/** Which of the products that a message fits it enters: decided once, for the stream and for anyone who asks what it would do. */
import type { AskAbout } from './ask-features.ts'
import type { Classify } from './topic-classifier.ts'

export interface ProductFit {
  /** By which the seed knows a category, and the classifier; null: no seed made it. */
  seedSlug: string | null
  /** It has topics: what fits them or its keywords is judged whether it asks. Without them its keywords decide to the letter. */
  judged: boolean
  /** Where its keywords fit; null: they do not. */
  keywords: { spans: AskAbout['spans'] } | null
  topics: { spans: AskAbout['spans'] } | null
}

/** What judges the messages that are about lead categories. */
export interface TopicJudges {
  /** By how much (log-odds) a message that is about something asks for it, below 0 not at all. */
  certaintyOf(about: AskAbout): number
  classify: Classify
}

/** What is less likely by this (natural logarithms) than the likeliest of what a message seems to ask for is another trade's («двери шкафа скрипят»), unless its keywords fit. */
const LESS_LIKELY = 2
/** Where keywords of one product fit, another that the message is only about must be at most so much less sure than the surest. */
const LESS_THAN_MEANT = 1
/** What is less sure by this than the surest is only mentioned («сайт для автосервиса»). */
const LESS_THAN_MENTIONED = 5

/** @param judges without them keywords decide alone */
export function chooseEntering<One extends ProductFit>(
  fitted: readonly One[],
  text: string,
  judges: TopicJudges | undefined,
): One[] {
  const asked = fitted.map((one) => ({ one, sure: judges && one.judged ? sureOf(one, text, judges) : null }))
  const entering = asked.filter(({ one, sure }) => (sure === null ? one.keywords !== null : sure >= 0))
  const judged = entering.flatMap(({ one, sure }) => (sure === null ? [] : [{ one, sure }]))
  const about = asked.flatMap(({ one }) => (one.judged && one.seedSlug !== null ? [one.seedSlug] : []))
  const meant = new Set(asMeant(judges ? likeliest(judged, about, text, judges) : judged).map(({ one }) => one))
  return entering.flatMap(({ one, sure }) => (sure === null || meant.has(one) ? [one] : []))
}

interface Asked<One> {
  one: One
  sure: number
}

/** @param about all categories that the message names */
function likeliest<One extends ProductFit>(
  judged: readonly Asked<One>[],
  about: readonly string[],
  text: string,
  { classify }: TopicJudges,
): readonly Asked<One>[] {
  if (judged.length < 2) return judged
  const likelihoods = classify(text, about)
  const likelihoodOf = ({ one }: Asked<One>): number | undefined =>
    one.seedSlug === null ? undefined : likelihoods.get(one.seedSlug)
  const best = Math.max(...judged.map((each) => likelihoodOf(each) ?? -Infinity))
  return judged.filter((each) => {
    const likelihood = likelihoodOf(each)
    return each.one.keywords !== null || likelihood === undefined || likelihood > best - LESS_LIKELY
  })
}

/** Of what a message asks for by its words, all that it asks for indeed. */
function asMeant<One extends ProductFit>(judged: readonly Asked<One>[]): Asked<One>[] {
  const surest = Math.max(...judged.map(({ sure }) => sure))
  // «Сниму дом в связи с переездом»: whose keywords fit is meant, and the removal is not.
  const isMeant = judged.some(({ one }) => one.keywords !== null)
  const likely = judged.filter(({ one, sure }) => {
    const less = surest - sure
    return less < LESS_THAN_MENTIONED && (one.keywords !== null || !isMeant || less <= LESS_THAN_MEANT)
  })
  // People begin with what they need: what they name later («фотосъёмка нужна, визажист есть») must be as sure, or asked for to the letter.
  const first = Math.min(...likely.map(({ one }) => placeOf(one)))
  const sureOfFirst = Math.max(...likely.filter(({ one }) => placeOf(one) === first).map(({ sure }) => sure))
  return likely.filter(({ one, sure }) => one.keywords !== null || placeOf(one) === first || sure >= sureOfFirst)
}

const spansOf = ({ keywords, topics }: ProductFit): AskAbout['spans'] => (topics ?? keywords)?.spans ?? []
const placeOf = (one: ProductFit): number => spansOf(one)[0]?.[0] ?? 0

const sureOf = (one: ProductFit, text: string, { certaintyOf }: TopicJudges): number =>
  certaintyOf({ text, spans: spansOf(one), framed: one.keywords !== null })

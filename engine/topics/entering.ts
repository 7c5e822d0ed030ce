/** Which of the products that a message fits it enters: decided once, for the stream and for anyone who asks what it would do. */
import type { AskAbout } from './ask-features.ts'
import type { Classify, Likelihoods } from './topic-classifier.ts'
import { LEAST_CERTAINTY } from './topic-judge.ts'

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
  /** Log-odds of the intent of the message, whatever it asks for, above those from which on it is warm. */
  intentOf(text: string): number
  classify: Classify
}

/**
 * The classifier adds this share of the difference between its logarithms of the likelihood of a category and of none; beyond `MOST_LIKELY`, on
 * either side, it says no more. For a category it speaks only where the intent of the message is warm: without it no word makes a request of it
 * («шумный интерьер»).
 */
const CLASSIFIER_SHARE = 0.25
const MOST_LIKELY = 5
const MOST_EVIDENCE = CLASSIFIER_SHARE * MOST_LIKELY
/**
 * The judge sees what stands around the words of a category, and in a story nothing there may ask. A category that the classifier is so sure of enters
 * all the same, where the intent of the message is so much above warm (log-odds) and the judge not beyond `LEAST_CERTAINTY`.
 */
const SURE_LIKELIHOOD = Math.log(0.7)
const SURE_INTENT = 1
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
  if (!judges) return fitted.filter(({ keywords }) => keywords !== null)
  const { certaintyOf, intentOf, classify } = judges
  let read: Likelihoods | undefined
  const message: ReadMessage = {
    intent: () => intentOf(text),
    likelihoods: () => (read ??= classify(text, seedSlugsOf(fitted))),
  }
  const asked = fitted.flatMap((one): Asked<One>[] => {
    if (!one.judged) return []
    const sure = certaintyOf({ text, spans: spansOf(one), framed: one.keywords !== null })
    return asksFor(one.seedSlug, sure, message) ? [{ one, sure }] : []
  })
  const meant = new Set(asMeant(likeliest(asked, message)).map(({ one }) => one))
  return fitted.filter((one) => (one.judged ? meant.has(one) : one.keywords !== null))
}

const seedSlugsOf = (fitted: readonly ProductFit[]): string[] =>
  fitted.flatMap(({ judged, seedSlug }) => (judged && seedSlug !== null ? [seedSlug] : []))

interface Asked<One> {
  one: One
  sure: number
}

function likeliest<One extends ProductFit>(
  judged: readonly Asked<One>[],
  { likelihoods }: ReadMessage,
): readonly Asked<One>[] {
  if (judged.length < 2) return judged
  const { of } = likelihoods()
  const likelihoodOf = ({ one }: Asked<One>): number | undefined =>
    one.seedSlug === null ? undefined : of.get(one.seedSlug)
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

/** What is known of a message as a whole, read only where it may decide something. */
export interface ReadMessage {
  /** Log-odds above those from which on it is warm. */
  intent(): number
  likelihoods(): Likelihoods
}

/**
 * @param seedSlug by which the classifier may know the category
 * @param sure log-odds of the judge that the message asks for it
 */
export function asksFor(seedSlug: string | null, sure: number, { intent, likelihoods }: ReadMessage): boolean {
  if (seedSlug === null) return sure >= 0
  if (sure > MOST_EVIDENCE) return true
  if (sure >= -MOST_EVIDENCE && sure + evidenceOf(seedSlug, intent(), likelihoods()) >= 0) return true
  const mayBeSure = sure >= LEAST_CERTAINTY && intent() >= SURE_INTENT
  return mayBeSure && (likelihoods().of.get(seedSlug) ?? -Infinity) >= SURE_LIKELIHOOD
}

/** What the classifier adds to the log-odds of the judge; nothing of a category it was not taught. */
function evidenceOf(seedSlug: string, intent: number, { of, none }: Likelihoods): number {
  const likelihood = of.get(seedSlug)
  if (likelihood === undefined) return 0
  const most = intent >= 0 ? MOST_LIKELY : 0
  return CLASSIFIER_SHARE * Math.max(-MOST_LIKELY, Math.min(most, likelihood - none))
}

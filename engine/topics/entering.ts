/** Which of the products that a message fits it enters: decided once, for the stream and for anyone who asks what it would do. */
import type { AskAbout } from './ask-features.ts'

export interface ProductFit {
  /** It has topics: what fits them or its keywords is judged whether it asks. Without them its keywords decide to the letter. */
  judged: boolean
  /** Where its keywords fit; null: they do not. */
  keywords: { spans: AskAbout['spans'] } | null
  topics: { spans: AskAbout['spans'] } | null
}

/** Where keywords of one product fit, another that the message is only about must be at most so much less sure than the surest. */
const LESS_THAN_MEANT = 1
/** What is less sure by this than the surest is only mentioned («сайт для автосервиса»). */
const LESS_THAN_MENTIONED = 5

/**
 * @param certaintyOf by how much (log-odds) a message that is about something asks for it, below 0 not at all; without it
 *   keywords decide alone
 */
export function chooseEntering<One extends ProductFit>(
  fitted: readonly One[],
  text: string,
  certaintyOf: ((about: AskAbout) => number) | undefined,
): One[] {
  const asked = fitted.map((one) => ({ one, sure: certaintyOf && one.judged ? sureOf(one, text, certaintyOf) : null }))
  const entering = asked.filter(({ one, sure }) => (sure === null ? one.keywords !== null : sure >= 0))
  const judged = entering.flatMap(({ one, sure }) => (sure === null ? [] : [{ one, sure }]))
  const meant = new Set(asMeant(judged).map(({ one }) => one))
  return entering.flatMap(({ one, sure }) => (sure === null || meant.has(one) ? [one] : []))
}

/** Of what a message asks for by its words, all that it asks for indeed. */
function asMeant<One extends ProductFit>(judged: readonly { one: One; sure: number }[]): { one: One; sure: number }[] {
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

const sureOf = (one: ProductFit, text: string, certaintyOf: (about: AskAbout) => number): number =>
  certaintyOf({ text, spans: spansOf(one), framed: one.keywords !== null })

/** Which of the products that a message fits it enters: decided once, for the stream and for anyone who asks what it would do. */
import type { AskAbout } from './ask-features.ts'

export interface ProductFit {
  /** It has topics: what fits them or its keywords is judged whether it asks. Without them its keywords decide to the letter. */
  judged: boolean
  /** Where its keywords fit; null: they do not. */
  keywords: { spans: AskAbout['spans'] } | null
  topics: { spans: AskAbout['spans'] } | null
}

/** @param asks whether a message that is about something asks for it; without it keywords decide alone */
export function chooseEntering<One extends ProductFit>(
  fitted: readonly One[],
  text: string,
  asks: ((about: AskAbout) => boolean) | undefined,
): One[] {
  const entering = fitted.filter(({ judged, keywords, topics }) =>
    asks && judged
      ? asks({ text, spans: (topics ?? keywords)?.spans ?? [], framed: keywords !== null })
      : keywords !== null,
  )
  // Whose keywords fit is meant; another that is only about something of it («сниму дом в связи с переездом») is not.
  const isMeant = entering.some(({ judged, keywords }) => judged && keywords)
  return entering.filter(({ keywords }) => keywords !== null || !isMeant)
}

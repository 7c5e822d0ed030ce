/** What a review needs before it is sent. */
import { reviewLength } from '../../../../contract/site/reviews.ts'

export const reviewSentences = {
  text: `Напишите хотя бы ${reviewLength.least} знаков`,
  name: 'Напишите, как вас подписать',
}

export const reviewRules = {
  text: (text: string) => (text.trim().length < reviewLength.least ? reviewSentences.text : null),
  name: (name: string) => (name.trim().length < 2 ? reviewSentences.name : null),
}

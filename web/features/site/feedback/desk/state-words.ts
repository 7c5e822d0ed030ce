import type { FeedbackState } from '../../../../../contract/site/feedback.ts'

export const stateWords: Record<FeedbackState, { title: string; tone: 'good' | 'warn' | 'quiet' }> = {
  new: { title: 'новое', tone: 'warn' },
  answered: { title: 'отвечено', tone: 'good' },
  closed: { title: 'закрыто', tone: 'quiet' },
}

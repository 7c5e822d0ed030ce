import type { learningSignals } from '../../../../contract/reading/learning.ts'
import type { Listen } from '../../../kit/live/connection.ts'
import { takeLearned } from './learned-cache.ts'

export const listeners: Listen<keyof typeof learningSignals> = (cache) => ({
  'feed.learned': (learned) => takeLearned(cache, learned),
})

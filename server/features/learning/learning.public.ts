/** What other parts may ask of what the feed has learnt. */
export { judgeItems } from './judge-items.ts'
export { openJudge, type Judge } from './layer.ts'
export { openLiveLearned } from './live-learned.ts'
export { personalLearning } from './personal-learning.ts'

/** What other parts may ask of what the feed has learnt. */
export { judgeItems } from './judge-items.ts'
export { openJudge, type PersonalJudge } from './personal-model.ts'
export { isDismissedByModel } from './dismissed.ts'

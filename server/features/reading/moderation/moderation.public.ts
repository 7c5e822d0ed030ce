/** What other parts may ask of moderation. */
export { logDeed } from './log.ts'
export { listModerationMarks } from './moderation-marks.ts'
export { handOverDeeds, hasModerated } from './moderator-actions.ts'
export { accessJudged, readAfter, removeMessage, takeRemovalBack } from './verdicts.ts'

/** What other parts may ask of moderation. */
export { logModeratorAction } from './log.ts'
export { listModerationMarks } from './moderation-marks.ts'
export { handOverModeration, hasModerated } from './moderator-actions.ts'
export { accessJudged, readAfter, removeMessage, takeRemovalBack } from './verdicts.ts'

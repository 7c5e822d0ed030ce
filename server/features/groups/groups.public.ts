/** What other parts may ask of groups. */
export { noteGroupTrouble } from './group-trouble.ts'
export { ensureGroupset } from './groupset.ts'
export { openLiveAdditions } from './live-additions.ts'
export { openLiveGroups } from './live-groups.ts'
export { claimLinks, findKnownGroup, settleLink, type ClaimedLink, type LinkOutcome } from './look-up-links.ts'
export { personalGroups } from './personal-groups.ts'
export { listWatchedGroups } from './watched-groups.ts'

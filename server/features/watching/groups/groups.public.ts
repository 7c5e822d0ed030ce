/** What other parts may ask of groups. */
export { noteGroupFailure } from './group-failure.ts'
export { ensureGroupset } from './groupset.ts'
export {
  claimLinks,
  findKnownGroup,
  settleLink,
  type ClaimedLink,
  type LinkOutcome,
  type NotConnected,
} from './look-up-links.ts'
export { listWatchedGroups } from './watched-groups.ts'

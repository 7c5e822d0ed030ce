/** What listening to the networks needs of hubs. */
export { hubCallback, hubSecret } from './hub-callback.ts'
export {
  clearHubNews,
  listDueSubscriptions,
  noteHubAsked,
  noteHubMissed,
  noteHubRefused,
  putOffHub,
  syncHubSubscriptions,
} from './hub-subscriptions.ts'

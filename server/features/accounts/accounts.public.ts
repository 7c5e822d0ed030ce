/** What other parts may ask of accounts. */
export { createAccount } from './accounts.ts'
export { findPersonByToken, listEndedSessions } from './sessions.ts'

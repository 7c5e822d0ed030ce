/** What other parts may ask of accounts. */
export { createAccount, findUser, type NewAccount } from './accounts.ts'
export { findPersonByToken, listEndedSessions } from './sessions.ts'

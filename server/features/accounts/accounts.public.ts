/** What other parts may ask of accounts. */
export { changeRoles, type RoleChange } from './change-roles.ts'
export { confirmEmail, setNotificationEmail, setPendingEmail, setPhone } from './contacts.ts'
export { createAccount } from './create-account.ts'
export { emailLooksTaken, findUser, findUserIdByEmail } from './find-user.ts'
export { endSessions, findPersonByToken, listEndedSessions } from './sessions.ts'
export { signIn } from './sign-in.ts'
export { knownTimeZone } from './time-zone.ts'

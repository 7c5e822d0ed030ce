/** What other parts may ask of the audit log. */
export { logInWords } from './log-in-words.ts'

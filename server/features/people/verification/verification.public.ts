/** What other parts may ask of verification: how codes are sent by letter. */
export { byLetter } from './code-purposes.ts'

/** What other parts may ask of mailings. */
export { forgetMailingsOf } from './personal-mailings.ts'

/** What other parts may ask of the site. */
export { personalFeedback } from './personal-feedback.ts'

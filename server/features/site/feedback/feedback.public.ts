/** What other parts may ask of feedback. */
export { deleteFeedbackOf } from './personal-feedback.ts'

import { questionsOf } from '../features/site/faq/questions-of.ts'

/** What is asked before anything is tried; all others stand on /faq. */
export const homeQuestions = questionsOf(1, 3, 5, 28, 32)

import { questions, type Question } from './questions.ts'

/** In this order; an id that there is no question of is left out. */
export const questionsOf = (...ids: readonly number[]): Question[] =>
  ids.flatMap((id) => questions.find((question) => question.id === id) ?? [])

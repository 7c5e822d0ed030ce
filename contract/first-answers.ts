/**
 * What the page of an address asks first, answered in one request: `GET /api/start?at=/feed?filter=3`. With the `width` of a window, in
 * CSS pixels, also what the page looks like with it, where that is worth drawing before scripts have come.
 */
import type { Answer } from './call.ts'

export const FIRST_ANSWERS = '/api/start'

export interface FirstAnswer {
  /** The call's full name, `filters.listFilters`. */
  name: string
  /** What it was asked with, in the names that travel. */
  input: Record<string, unknown>
  /** As the call answers anyone who asks it alone. */
  answer: Answer
}

/** In the order in which they were asked. */
export type FirstAnswers = FirstAnswer[]

export interface Start {
  answers: FirstAnswers
  /** Markup of what stands in `main` until the browser draws the page itself; null: nothing was drawn. */
  sight: string | null
}

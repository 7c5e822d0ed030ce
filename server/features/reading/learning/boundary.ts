/**
 * How far down a person's marks must move a message for it to be dismissed. One number for everybody does not serve: some likes
 * lie near the dislikes, and the layer says of everything that it is moved down. So each of the person's own likes is judged by a
 * layer that was taught all marks but some, that like among them; below the boundary lies hardly any. How much that hides of
 * what is liked and of what is not: bench/relevance-personal.ts.
 */
import {
  createPersonal,
  learnMark,
  unboundedShift,
  type Reaction,
  type Personal,
} from '../../../../engine/relevance/personal.ts'
import type { Traits } from '../../../../engine/relevance/traits.ts'

export interface LearntMark {
  mark: Reaction
  traits: Traits
}

/** Marks are held back in this many parts. */
const PARTS = 10
/** A number of what the person likes may be hidden. */
const LOST = 0.05
/** With fewer likes than tell of one in twenty: so much below the lowest of them, in log-odds. */
const MARGIN = 1
/** In log-odds: what is moved no further down is not spoken against clearly. */
const CLEARLY = -2

/** In log-odds. Of 500 marks it takes about 15 ms. */
export async function findBoundary(marks: readonly LearntMark[], nextTurn: () => Promise<void>): Promise<number> {
  const likes: number[] = []
  for (let part = 0; part < PARTS; part++) {
    const taught = teach(marks.filter((_, place) => place % PARTS !== part))
    marks.forEach(({ mark, traits }, place) => {
      if (mark === 'like' && place % PARTS === part) likes.push(unboundedShift(taught, traits))
    })
    await nextTurn()
  }
  likes.sort((one, other) => one - other)
  const lost = Math.floor(LOST * (likes.length + 1))
  const lowest = lost === 0 ? (likes[0] ?? 0) - MARGIN : (likes[lost - 1] ?? 0)
  return Math.min(CLEARLY, lowest)
}

/** @param marks in the order in which they were set */
export function teach(marks: readonly LearntMark[]): Personal {
  return marks.reduce((personal, { mark, traits }) => learnMark(personal, mark, traits), createPersonal())
}

export function isDismissed(personal: Personal, boundary: number, traits: Traits): boolean {
  return unboundedShift(personal, traits) < boundary
}

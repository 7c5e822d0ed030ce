/** When a person's own marks judge a message (docs/decisions/what-the-feed-learns.md). */
import { learnedMarks, type Learned } from '../../contract/reading/learning.ts'

export type MarksLearnt = Pick<Learned, 'likes' | 'dislikes'>

/** How many marks are missing before anything is judged. */
export function missingMarks({ likes, dislikes }: MarksLearnt): Learned['needed'] {
  return {
    all: Math.max(0, learnedMarks.all - likes - dislikes),
    likes: Math.max(0, learnedMarks.likes - likes),
    dislikes: Math.max(0, learnedMarks.dislikes - dislikes),
  }
}

export function areEnough(marks: MarksLearnt): boolean {
  const { all, likes, dislikes } = missingMarks(marks)
  return all + likes + dislikes === 0
}

import { expect, test } from 'vitest'
import { areEnough, missingMarks } from './learned.ts'

test.each([
  [
    { likes: 0, dislikes: 0 },
    { all: 20, likes: 5, dislikes: 5 },
  ],
  [
    { likes: 3, dislikes: 4 },
    { all: 13, likes: 2, dislikes: 1 },
  ],
  [
    { likes: 19, dislikes: 4 },
    { all: 0, likes: 0, dislikes: 1 },
  ],
  [
    { likes: 4, dislikes: 100 },
    { all: 0, likes: 1, dislikes: 0 },
  ],
  [
    { likes: 9, dislikes: 10 },
    { all: 1, likes: 0, dislikes: 0 },
  ],
])('of %j there are missing %j', (marks, missing) => {
  expect(missingMarks(marks)).toEqual(missing)
  expect(areEnough(marks)).toBe(false)
})

test.each([
  { likes: 15, dislikes: 5 },
  { likes: 5, dislikes: 15 },
  { likes: 250, dislikes: 250 },
])('%j are enough', (marks) => {
  expect(missingMarks(marks)).toEqual({ all: 0, likes: 0, dislikes: 0 })
  expect(areEnough(marks)).toBe(true)
})

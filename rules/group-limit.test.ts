import { expect, test } from 'vitest'
import { describeGroupLimit } from './group-limit.ts'

test.each([
  [20, 'Можно добавить не больше 20 групп'],
  [0, 'Можно добавить не больше 0 групп'],
  [3, 'Можно добавить не больше 3 групп'],
  [1, 'Можно добавить не больше 1 групп'],
  [21, 'Можно добавить не больше 21 групп'],
])('%d is said in the words of the specification', (max, sentence) => {
  expect(describeGroupLimit(max)).toBe(sentence)
})

import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { sampleMessage } from '../card/message.samples.ts'
import { listCards, takeMessageChange } from './cards-cache.ts'
import { beginAction, countActions, endAction } from './actions-underway.ts'

const withMessage = (): QueryClient => {
  const cache = new QueryClient()
  cache.setQueryData(['feed', 'queryFeed', {}], { messages: [sampleMessage({ id: 1, handled: true })] })
  return cache
}
const message = (cache: QueryClient) => listCards(cache).get(1)

test('what is heard of a message while an action on it is on its way waits for the answer', () => {
  const cache = withMessage()
  beginAction(cache, 1)
  takeMessageChange(cache, { messageId: 1, marks: { handled: false, viewed: true } })
  takeMessageChange(cache, { messageId: 1, marks: { favorite: true } })
  expect(message(cache)).toMatchObject({ handled: true, viewed: false, favorite: false })
  const heard = endAction(cache, 1)
  expect(heard).toEqual({ messageId: 1, marks: { handled: false, viewed: true, favorite: true } })
  expect(endAction(cache, 1)).toBeNull()
  takeMessageChange(cache, { messageId: 1, marks: { viewed: true } })
  expect(message(cache)).toMatchObject({ handled: true, viewed: true })
})

test('that a message was removed is heard at once, and of another one everything', () => {
  const cache = withMessage()
  beginAction(cache, 1)
  takeMessageChange(cache, { messageId: 1, removed: true })
  expect(cache.getQueryData(['feed', 'queryFeed', {}])).toMatchObject({ removed: { 1: 'moderator' } })
  beginAction(cache, 2)
  endAction(cache, 1)
  takeMessageChange(cache, { messageId: 1, marks: { favorite: true } })
  expect(message(cache)).toMatchObject({ favorite: true })
})

test('what was read while an action began or ended is known by the number of actions', () => {
  const cache = withMessage()
  const before = countActions(cache)
  beginAction(cache, 1)
  const during = countActions(cache)
  endAction(cache, 1)
  expect(new Set([before, during, countActions(cache)]).size).toBe(3)
  expect(countActions(cache, 1)).toBe(2)
  expect(countActions(cache, 2)).toBe(0)
})

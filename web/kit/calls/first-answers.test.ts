import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FirstAnswers } from '../../../contract/first-answers.ts'
import {
  awaitFirstAnswers,
  dropFirstAnswers,
  forgetFirstAnswers,
  keepFirstAnswers,
  seeFirstAnswer,
  takeFirstAnswer,
} from './first-answers.ts'

const page = { status: 'ok', result: { messages: [] } } as const
const answers: FirstAnswers = [
  { name: 'accounts.getMe', input: {}, answer: { status: 'ok', result: { user: { email_approve: true } } } },
  {
    name: 'groups.getGroupset',
    input: {},
    answer: { status: 'error', type: 'refusal', code: 'UNAUTHORIZED', message: '' },
  },
  { name: 'feed.queryFeed', input: { filterId: 7, limit: 20, pageOffset: 0 }, answer: page },
]
const begin = async (answers: FirstAnswers | null): Promise<QueryClient> => {
  vi.stubGlobal('window', { firstAnswers: Promise.resolve(answers) })
  const cache = new QueryClient()
  await awaitFirstAnswers()
  keepFirstAnswers(cache)
  return cache
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => {
  forgetFirstAnswers()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('what is read stands in the cache in our names, where the hooks look for it', async () => {
  const cache = await begin(answers)
  expect(cache.getQueryData(['accounts', 'getMe', {}])).toEqual({ user: { emailApprove: true } })
  expect(takeFirstAnswer('accounts.getMe', {})).toBeNull()
})

test('what was refused is asked for again', async () => {
  const cache = await begin(answers)
  expect(cache.getQueryData(['groups', 'getGroupset', {}])).toBeUndefined()
  expect(takeFirstAnswer('groups.getGroupset', {})).toBeNull()
})

test('the first page is handed out once, to the same question', async () => {
  await begin(answers)
  expect(takeFirstAnswer('feed.queryFeed', { filterId: 8, limit: 20, pageOffset: 0 })).toBeNull()
  expect(takeFirstAnswer('feed.queryFeed', { filterId: 7, limit: 50, pageOffset: 0 })).toBeNull()
  expect(takeFirstAnswer('feed.queryHidden', { filterId: 7, limit: 20, pageOffset: 0 })).toBeNull()
  const asked = { queryId: '1:1', pageOffset: 0, filterId: 7, limit: 20 }
  expect(takeFirstAnswer('feed.queryFeed', asked)).toEqual(page)
  expect(takeFirstAnswer('feed.queryFeed', asked)).toBeNull()
})

test('it may be seen by one drawing after the other, until the page stands', async () => {
  const asked = { queryId: '1:1', pageOffset: 0, filterId: 7, limit: 20 }
  await begin(answers)
  expect(seeFirstAnswer('feed.queryFeed', asked)).toEqual(page)
  expect(seeFirstAnswer('feed.queryFeed', { ...asked, queryId: '2:1' })).toEqual(page)
  expect(seeFirstAnswer('feed.queryFeed', { ...asked, filterId: 8 })).toBeNull()
  dropFirstAnswers('feed.queryFeed')
  expect(seeFirstAnswer('feed.queryFeed', asked)).toBeNull()
  expect(takeFirstAnswer('feed.queryFeed', asked)).toBeNull()
})

test('it is not handed out to another person, nor when it is old', async () => {
  const asked = { filterId: 7, limit: 20, pageOffset: 0 }
  await begin(answers)
  forgetFirstAnswers()
  expect(takeFirstAnswer('feed.queryFeed', asked)).toBeNull()
  await begin(answers)
  vi.advanceTimersByTime(20_000)
  expect(takeFirstAnswer('feed.queryFeed', asked)).toBeNull()
})

test('a page whose document asked for nothing asks by itself', async () => {
  const cache = await begin(null)
  expect(cache.getQueryData(['accounts', 'getMe', {}])).toBeUndefined()
})

import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ask } from '../../../../kit/calls/ask.ts'
import { sampleMessage } from './message.samples.ts'
import { readEdited } from './read-edited.ts'
import type { FeedPageResult } from '../page/feed-question.ts'

const answers = vi.fn<(...asked: unknown[]) => Promise<unknown>>()

let cache: QueryClient
const key = (page: number) => ['feed', 'queryFeed', { question: '4:', reading: 1, page }]
const at = (page: number) => cache.getQueryData<FeedPageResult>(key(page))
beforeEach(() => {
  answers.mockReset()
  cache = new QueryClient()
  const put = (page: number, messages: FeedPageResult['messages']) =>
    cache.setQueryData<FeedPageResult>(key(page), {
      queryId: null,
      messages,
      total: 3,
      totalCapped: false,
      upTo: 40,
      first: null,
      last: null,
      page,
      reading: 1,
      question: '4:',
      ask: { filterId: 4 },
      handled: 'hide',
    })
  put(1, [sampleMessage({ id: 3, seqId: 30, favorite: true }), sampleMessage({ id: 2, seqId: 20 })])
  put(2, [sampleMessage({ id: 1, seqId: 10 })])
})
const edited = sampleMessage({
  id: 3,
  seqId: 30,
  text: 'Ищу двух фотографов',
  spans: [[9, 19]],
  editedAt: '2026-03-10T13:00:00.000Z',
  copies: 5,
})

test('the card gets its new text in its place, and nothing else changes', async () => {
  const [first, second] = [at(1), at(2)]
  answers.mockResolvedValueOnce({ messages: [edited] })
  await readEdited(cache, 3, answers as typeof ask)
  expect(answers.mock.calls).toEqual([
    ['feed', 'queryFeed', { filterId: 4, upTo: 40, seqId: 31, direction: 'forward', pageOffset: 1, limit: 1 }],
  ])
  expect(at(1)?.messages[0]).toEqual({
    ...first?.messages[0],
    text: edited.text,
    spans: edited.spans,
    editedAt: edited.editedAt,
  })
  expect(at(1)?.messages[1]).toBe(first?.messages[1])
  expect(at(2)).toBe(second)
})

test('although the filter fits it no more', async () => {
  answers
    .mockResolvedValueOnce({ messages: [sampleMessage({ id: 2, seqId: 20 })] })
    .mockResolvedValueOnce({ messages: [edited] })
  await readEdited(cache, 3, answers as typeof ask)
  expect(answers.mock.calls[1]?.[2]).toMatchObject({ filter: { spam: 'ignore' }, seqId: 31 })
  expect(at(1)?.messages.map(({ text }) => text)).toEqual([edited.text, 'Ищу фотографа'])
})

test('what can not be read, or is on no page, stays as it is', async () => {
  const before = at(1)
  answers.mockRejectedValue(new Error('away'))
  await readEdited(cache, 3, answers as typeof ask)
  expect(at(1)).toBe(before)
  await readEdited(cache, 9, answers as typeof ask)
  expect(answers).toHaveBeenCalledTimes(2)
})

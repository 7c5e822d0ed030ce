import { expect, test } from 'vitest'
import { sampleMessage } from '../card/message.samples.ts'
import { edgesOf, pageRequest } from './page-request.ts'

const shown = { page: 3, first: { seqId: 960 }, last: { seqId: 941 } }

test.each([
  ['the first reading', 1, null, null, { pageOffset: 0 }],
  ['an address with a page in it', 3, null, null, { pageOffset: 2 }],
  ['the next page', 4, shown, 1000, { seqId: 941, direction: 'forward', pageOffset: 1, upTo: 1000 }],
  ['some pages on', 8, shown, 1000, { seqId: 941, direction: 'forward', pageOffset: 5, upTo: 1000 }],
  ['the page before', 2, shown, 1000, { seqId: 960, direction: 'back', pageOffset: 1, upTo: 1000 }],
  ['back to the first', 1, shown, 1000, { pageOffset: 0, upTo: 1000 }],
  ['the same page again', 3, shown, 1000, { pageOffset: 2, upTo: 1000 }],
  ['on from an empty page', 4, { page: 3, first: null, last: null }, 1000, { pageOffset: 3, upTo: 1000 }],
  ['a page before the first answer came', 2, null, null, { pageOffset: 1 }],
])('%s', (_, to, from, upTo, request) => {
  expect(pageRequest(to, from, upTo)).toEqual(request)
})

test('of the hottest first an edge is given by its level too', () => {
  const messages = [sampleMessage({ id: 7, intent: 'hot' }), sampleMessage({ id: 9, intent: 'warm' })]
  const edges = edgesOf(messages, 'hot')
  expect(edges).toEqual({ first: { seqId: 7, intent: 'hot' }, last: { seqId: 9, intent: 'warm' } })
  expect(pageRequest(3, { page: 2, ...edges }, 50)).toEqual({
    seqId: 9,
    intent: 'warm',
    direction: 'forward',
    pageOffset: 1,
    upTo: 50,
  })
  expect(edgesOf(messages, 'new').last).toEqual({ seqId: 9 })
  expect(edgesOf([], 'hot')).toEqual({ first: null, last: null })
})

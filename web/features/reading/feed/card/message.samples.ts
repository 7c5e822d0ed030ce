/** A message as tests need one: an ordinary one, but for what is said. */
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'

export function sampleMessage(said: Partial<FeedMessage> = {}): FeedMessage {
  const id = said.id ?? 1
  return {
    id,
    seqId: id,
    network: 'vk',
    sourceKind: 'community',
    kind: 'post',
    userId: null,
    productType: 'category',
    product: { id: 7, name: 'Фотографы', icon: 'camera' },
    text: 'Ищу фотографа',
    spans: [[0, 13]],
    filterSpans: [],
    keyword: 'ищу фотографа',
    publishedAt: '2026-03-10T12:00:00.000Z',
    receivedAt: '2026-03-10T12:00:05.000Z',
    editedAt: null,
    url: 'https://vk.com/wall1_1',
    author: null,
    group: null,
    demo: false,
    intent: 'cold',
    copies: 0,
    viewed: false,
    handled: false,
    favorite: false,
    likes: [],
    dislikes: [],
    notes: [],
    answers: [],
    spamMarked: false,
    spamCount: 0,
    spam: false,
    blackListed: false,
    location: null,
    verdict: null,
    moderatorLog: [],
    ...said,
  }
}

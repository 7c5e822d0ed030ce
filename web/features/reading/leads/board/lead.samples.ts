/** A lead as tests need one: an ordinary one, but for what is given. */
import type { Lead } from '../../../../../contract/reading/leads.ts'

export function sampleLead(given: Partial<Lead> = {}): Lead {
  return {
    id: 1,
    status: 'inWork',
    assignee: { id: 1, name: 'Анна' },
    takenAt: '2026-03-10T12:00:00.000Z',
    remindAt: null,
    messageId: 11,
    inFeed: true,
    text: 'Ищу фотографа',
    network: 'vk',
    kind: 'post',
    url: null,
    author: null,
    group: null,
    place: null,
    product: { type: 'category', id: 7, name: 'Фотографы' },
    demo: false,
    publishedAt: '2026-03-10T11:00:00.000Z',
    foundAt: '2026-03-10T11:00:05.000Z',
    answeredAt: null,
    closedAt: null,
    sum: null,
    reminder: null,
    comments: 0,
    updatedAt: '2026-03-10T12:00:00.000Z',
    ...given,
  }
}

/** Notices for tests of channels, as the outbox hands them over. */
import type { NoticeMessage } from '../../reading/feed/feed.public.ts'
import type { Notice } from './channels/channel.ts'

export const message = (id: number, text: string, more: Partial<NoticeMessage> = {}): NoticeMessage => ({
  id,
  text,
  spans: [],
  network: 'vk',
  groupName: 'Подслушано',
  authorName: 'Мария',
  place: 'Омск',
  level: 'cold',
  publishedAt: new Date('2026-11-20T11:55:00Z'),
  ...more,
})

export const noticeOf = (messages: NoticeMessage[], more: Partial<Notice> = {}): Notice => ({
  id: 7,
  kind: 'messages',
  userId: 1,
  timeZone: 'Europe/Moscow',
  filter: { id: 12, name: 'Фотографы' },
  count: messages.length,
  messages,
  alarm: null,
  createdAt: new Date('2026-11-20T12:00:00Z'),
  ...more,
})

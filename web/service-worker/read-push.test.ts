import { expect, test } from 'vitest'
import type { PushMessage } from '../../contract/reach/push-message.ts'
import { readPush } from './read-push.ts'

const sent: PushMessage = {
  web_push: 8030,
  notification: {
    title: 'Фотографы: Ищу фотографа',
    body: 'Ищу фотографа\nВКонтакте',
    lang: 'ru',
    tag: 'feed-push-12',
    navigate: 'https://echolot.example/feed?filter=12&message=5',
    data: { url: '/feed?filter=12&message=5', messageId: 5, deeds: ['favorite', 'notMine'] },
  },
  app_badge: 1,
}
const read = {
  title: 'Фотографы: Ищу фотографа',
  body: 'Ищу фотографа\nВКонтакте',
  tag: 'feed-push-12',
  url: '/feed?filter=12&message=5',
  messageId: 5,
  actions: ['favorite', 'notMine'],
  count: 1,
}
const changed = (data: object): string =>
  JSON.stringify({
    ...sent,
    notification: { ...sent.notification, data: { ...(sent.notification.data as object), ...data } },
  })

test('what the server wrote is read', () => {
  expect(readPush(JSON.stringify(sent))).toEqual(read)
})

test.each(['', 'ни слова JSON', 'null', '[]', '7', '{}', '{"notification":null}', '{"notification":{"title":5}}'])(
  'something is shown for %j too',
  (text) => {
    expect(readPush(text)).toEqual({
      title: 'Эхолот',
      body: 'Есть новые сообщения',
      tag: 'feed-push',
      url: '/feed',
      messageId: null,
      actions: [],
      count: 0,
    })
  },
)

test.each(['https://evil.example/', '//evil.example/', '/\\evil.example/', 'javascript:alert(1)', 5, undefined])(
  'no click leads to %j',
  (url) => {
    expect(readPush(changed({ url }))).toEqual({ ...read, url: '/feed' })
  },
)

test('what cannot be pressed is not offered', () => {
  expect(readPush(changed({ deeds: ['favorite', 'deleteAll'] })).actions).toEqual(['favorite'])
  expect(readPush(changed({ deeds: 'favorite' })).actions).toEqual([])
  expect(readPush(changed({ messageId: '5' })).messageId).toBeNull()
})
